attnviz explain self-attention --only W_Q,X
