attnviz explain cross-attention --zoom attention
