attnviz corpus ./none.json
