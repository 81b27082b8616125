attnviz explain masked --without scale --without mask
