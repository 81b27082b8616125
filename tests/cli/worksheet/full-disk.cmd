attnviz worksheet scores >/dev/full
