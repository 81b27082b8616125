attnviz explain "$EXAMPLES/word-by-word.json" --set 'p_{2,4} = 2' --only α | head -n 12
