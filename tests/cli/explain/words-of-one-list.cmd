# two sequences of words from one list: a map looks at either
attnviz explain meaning --only A_Y
