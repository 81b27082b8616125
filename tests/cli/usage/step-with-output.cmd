# --step is for the screen, not for a file
attnviz explain --step -o told.txt
