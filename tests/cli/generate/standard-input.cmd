printf 'le chien dort.\n\n  le zèbre\nle chat voit le chat voit le chat dort\n' | attnviz generate "$EXAMPLES/word-by-word.json" -
