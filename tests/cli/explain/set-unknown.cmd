attnviz explain --set 'q_{1,2} = 2.0'
