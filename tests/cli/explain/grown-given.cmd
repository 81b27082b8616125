attnviz explain "$EXAMPLES/word-by-word.json" --input target='the cat' --only α
