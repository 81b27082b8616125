attnviz --sentence x
