attnviz generate "$EXAMPLES/word-by-word.json" -o /dev/full
