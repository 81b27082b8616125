attnviz corpus pairs --words 9-4
