attnviz help worksheet
