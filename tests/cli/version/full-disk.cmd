attnviz --version >/dev/full
