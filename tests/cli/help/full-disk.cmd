attnviz help >/dev/full
