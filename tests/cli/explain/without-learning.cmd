attnviz explain learning --without scale --only gap,A_bK
