attnviz explain --only 'e_{1,2}'
