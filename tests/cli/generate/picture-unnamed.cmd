attnviz generate "$EXAMPLES/word-by-word.json" -o map.jpg
