attnviz explain self-attention --set 'X = [[1, Infinity]]'
