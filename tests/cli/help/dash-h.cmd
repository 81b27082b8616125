attnviz -h
