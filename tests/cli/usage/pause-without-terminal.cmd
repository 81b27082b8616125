attnviz explain --pause
