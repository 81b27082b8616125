attnviz explain --at t=2
