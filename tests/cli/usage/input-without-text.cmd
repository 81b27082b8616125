attnviz explain --input sentence
