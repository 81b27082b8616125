attnviz corpus pairs --words 1-257
