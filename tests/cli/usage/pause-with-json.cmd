attnviz explain --pause --format json
