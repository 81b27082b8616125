attnviz explain 'The cat sat'
