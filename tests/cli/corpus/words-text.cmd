attnviz corpus pairs --words 4x
