attnviz explain --only h --at t=1
