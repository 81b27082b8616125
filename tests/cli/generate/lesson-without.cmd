attnviz generate scaling
