attnviz explain --format text --format json
