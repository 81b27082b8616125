attnviz explain --only α --at t=1 --precision 0
