# of the carried scenes, and of a file
attnviz corpus questions -n 6
attnviz corpus "$EXAMPLES/toys.json" --questions -n 3
attnviz corpus "$EXAMPLES/toys.json" --questions --vocabulary target
