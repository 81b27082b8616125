attnviz explain "$EXAMPLES/word-by-word.json" --sentence 'le zèbre dort.' --format markdown | head -n 10
