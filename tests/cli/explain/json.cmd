attnviz explain --format json
