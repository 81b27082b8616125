attnviz corpus "$EXAMPLES"/cats.json --vocabulary target
