attnviz explain >&-
