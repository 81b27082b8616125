attnviz generate "$EXAMPLES/word-by-word.json" --sentence 'le chat voit le chat voit le chat dort'
