attnviz help --completion csh
