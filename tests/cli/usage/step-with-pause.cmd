# --step or --pause, not both
attnviz explain --pause --step </dev/null
