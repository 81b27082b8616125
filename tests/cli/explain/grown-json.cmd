attnviz explain "$EXAMPLES/word-by-word.json" --sentence 'le zèbre dort.' --format json --only target
