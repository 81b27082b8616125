attnviz heatmap "$EXAMPLES/two-sentences.txt" -o one.png
