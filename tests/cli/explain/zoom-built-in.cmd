attnviz explain masked --zoom softmax
