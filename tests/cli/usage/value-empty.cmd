attnviz explain --sentence=
