attnviz generate "$EXAMPLES/word-by-word.json" -o map.png && attnviz heatmap --read map.png | head -c 90
