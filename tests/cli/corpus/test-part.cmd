attnviz corpus "$EXAMPLES"/cats.json -n 3 --part test --seed 2
