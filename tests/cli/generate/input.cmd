attnviz generate "$EXAMPLES/word-by-word.json" --input source='le chien dort'
