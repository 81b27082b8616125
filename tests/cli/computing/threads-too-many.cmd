attnviz explain --threads 65
