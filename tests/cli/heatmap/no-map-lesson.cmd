attnviz heatmap "$EXAMPLES/books-1.json"
