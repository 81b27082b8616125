attnviz explain -o told.txt && attnviz explain | cmp - told.txt && ls
