attnviz explain self-attention --only A_2 A_1; attnviz explain --set e_1=2 e_2=2; attnviz explain --only A_2 A_1
