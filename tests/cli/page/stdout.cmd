# to standard output without the picture, and a line that says so
attnviz explain masked --format markdown | tail -n 12
