attnviz explain --input =text
