attnviz explain --only α --output told.txt && attnviz explain --only α | cmp - told.txt
