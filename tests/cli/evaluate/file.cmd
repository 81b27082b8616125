attnviz evaluate "$EXAMPLES/word-by-word.json"
