attnviz explain reader --input nonsense=x
