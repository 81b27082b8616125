attnviz explain --inptu x
