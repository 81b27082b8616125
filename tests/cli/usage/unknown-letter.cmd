attnviz explain -x
