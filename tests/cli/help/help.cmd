attnviz help help
