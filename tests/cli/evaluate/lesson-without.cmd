attnviz evaluate scaling
