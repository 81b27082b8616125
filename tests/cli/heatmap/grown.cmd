echo 'le zèbre dort.' | attnviz heatmap - --lesson "$EXAMPLES/word-by-word.json" -o map.png && attnviz heatmap --read map.png
