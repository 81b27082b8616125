# two sequences of words from one list: a map looks at either
attnviz explain meaning --only α_1,1,1 | grep 'marks the largest'
attnviz explain meaning --only α_2,1,1 | grep 'marks the largest'
