# --step is for the screen, not for other programs
attnviz explain --step --format json
