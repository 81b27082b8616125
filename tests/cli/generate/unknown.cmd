attnviz generate "$EXAMPLES/word-by-word.json" --sentence 'le zèbre dort. Zut'
