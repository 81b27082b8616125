attnviz explain -o /dev/full
