attnviz explain self-attention --without scael
