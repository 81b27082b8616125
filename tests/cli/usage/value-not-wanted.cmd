attnviz explain --pause=yes
