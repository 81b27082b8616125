attnviz explain soft-attention --input picture=
