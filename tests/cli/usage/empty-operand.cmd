attnviz explain ''
