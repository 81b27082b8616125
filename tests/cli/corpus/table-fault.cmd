printf "a\tb\t0-3\n" >my.tsv
attnviz corpus my.tsv
