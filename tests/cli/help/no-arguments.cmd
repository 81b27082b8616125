attnviz
