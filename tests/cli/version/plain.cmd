attnviz --version
