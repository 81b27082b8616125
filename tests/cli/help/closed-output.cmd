attnviz help >&-
