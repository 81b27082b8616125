attnviz explain --zoom nope
