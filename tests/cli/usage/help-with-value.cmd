attnviz explain --help=no
