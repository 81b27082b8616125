# masked places, and rows that cannot all be equally even
attnviz explain masked --only A
