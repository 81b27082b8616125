attnviz explain -o
