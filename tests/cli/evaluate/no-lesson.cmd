attnviz evaluate
