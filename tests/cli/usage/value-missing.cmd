attnviz explain --sentence
