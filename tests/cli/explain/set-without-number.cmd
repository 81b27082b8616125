attnviz explain --set 'e_{1,2}'
