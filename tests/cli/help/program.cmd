attnviz help
