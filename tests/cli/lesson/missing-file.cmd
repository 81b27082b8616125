attnviz explain ./no-such.json
