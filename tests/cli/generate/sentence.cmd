attnviz generate "$EXAMPLES/word-by-word.json" --sentence 'Le chien dort .'
