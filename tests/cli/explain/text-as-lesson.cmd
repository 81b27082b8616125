attnviz explain cat.txt
