attnviz explain --input --only α
