attnviz explain bottleneck --without scale
