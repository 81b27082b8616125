attnviz help evaluate
