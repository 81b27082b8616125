attnviz explain --only nonsense
