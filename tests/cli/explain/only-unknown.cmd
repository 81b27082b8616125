attnviz explain --only nonsense
# a name is asked for without the letters that it runs over
attnviz explain --only 'e_{t,i}'
attnviz explain multi-head --only 'K_{⌈j/2⌉}'
attnviz explain multi-head --only A_j
