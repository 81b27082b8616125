attnviz generate "$EXAMPLES/word-by-word.json" --format=json | cut -c1-70
