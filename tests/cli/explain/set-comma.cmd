attnviz explain --set 'e_{1,2} = 1,5'
