printf 'le chien dort.\nle zèbre\n' | attnviz generate "$EXAMPLES/word-by-word.json" - --format json
