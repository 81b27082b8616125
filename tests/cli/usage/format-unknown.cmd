attnviz explain --format xml
