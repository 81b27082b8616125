attnviz heatmap "$EXAMPLES/two-sentences.txt" "$EXAMPLES/chinese.txt" && ls
