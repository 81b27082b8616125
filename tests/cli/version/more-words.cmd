attnviz --version --help
