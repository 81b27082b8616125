attnviz explain "$EXAMPLES/word-by-word.json" --sentence 'le zèbre dort.' | head -n 12
