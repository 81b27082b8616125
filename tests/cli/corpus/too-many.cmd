cp "$EXAMPLES"/cats.json .
attnviz corpus cats.json --part test -n 100 | wc -l
