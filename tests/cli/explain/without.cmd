attnviz explain self-attention --without scale
