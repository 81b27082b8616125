attnviz help lessons
