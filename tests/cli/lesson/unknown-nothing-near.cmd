attnviz explain frobnicate
