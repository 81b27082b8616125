attnviz explain --at q=1
