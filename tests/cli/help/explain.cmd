attnviz help explain
