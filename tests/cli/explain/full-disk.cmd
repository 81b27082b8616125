attnviz explain >/dev/full
