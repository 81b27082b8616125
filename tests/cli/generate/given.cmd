attnviz generate "$EXAMPLES/word-by-word.json" --input target='the cat'
