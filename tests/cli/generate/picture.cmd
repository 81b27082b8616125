attnviz generate "$EXAMPLES/word-by-word.json" --sentence 'le zèbre dort.' -o map.png && attnviz heatmap --read map.png
