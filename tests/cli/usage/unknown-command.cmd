attnviz explian
