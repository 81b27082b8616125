attnviz explain
