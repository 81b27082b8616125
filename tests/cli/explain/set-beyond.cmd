attnviz explain --set 'e_{9,2}=1'
