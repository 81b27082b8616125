attnviz explain self-attention --set 'X_{1,1} = 2' --set 'X_{1,2} = 3' --set 'K_{1,1} = -1' --only K
