attnviz explain --only α --precision 2
