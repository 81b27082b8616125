attnviz evaluate "$EXAMPLES/word-by-word.json" --part test; attnviz evaluate "$EXAMPLES/word-by-word.json" --words 2-3
