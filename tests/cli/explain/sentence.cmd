attnviz explain reader --sentence "the cat" --only A
