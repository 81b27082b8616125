attnviz explain multi-head --at j=2
