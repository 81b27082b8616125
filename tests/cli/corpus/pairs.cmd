attnviz corpus "$EXAMPLES"/cats.json -n 5 --roles
