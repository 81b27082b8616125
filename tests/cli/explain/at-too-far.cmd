attnviz explain --at t=9
