attnviz explain --prec 3
