attnviz generate "$EXAMPLES/word-by-word.json" a.txt --sentence 'le chat'
