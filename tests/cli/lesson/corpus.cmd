cp "$EXAMPLES/cats.json" . && attnviz explain cats.json
