attnviz evaluate "$EXAMPLES/word-by-word.json" --format json; attnviz evaluate "$EXAMPLES/word-by-word.json" -n 3
