attnviz explain --color=sometimes
