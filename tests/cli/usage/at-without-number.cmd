attnviz explain --at t
