cp "$EXAMPLES/word-by-word.json" a.png; ln -s a.png b.json; attnviz generate b.json -o a.png; cmp a.png "$EXAMPLES/word-by-word.json"
