attnviz corpus pairs --words 20 --lines 50 | cut -f1 | awk "{ print NF }" | sort | uniq -c | sed "s/^ *//"
