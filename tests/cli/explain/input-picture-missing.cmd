attnviz explain soft-attention --input picture=none.png
