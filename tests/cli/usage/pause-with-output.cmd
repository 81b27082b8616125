attnviz explain --pause -o out.txt
