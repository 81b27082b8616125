attnviz explain --pause --format markdown
