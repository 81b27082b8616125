# --step where nobody sits
attnviz explain --step
