attnviz explain self-attention --without scale --without bias --only A
