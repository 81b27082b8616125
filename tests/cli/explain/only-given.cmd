attnviz explain --only E_F,h_0
