attnviz explain masked --without mask --only S,A --precision 2
