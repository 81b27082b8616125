attnviz explain --only α --color=always
