attnviz generate
