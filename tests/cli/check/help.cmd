attnviz help check
