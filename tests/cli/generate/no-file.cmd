attnviz generate "$EXAMPLES/word-by-word.json" none.txt
