attnviz heatmap "$EXAMPLES/sentence.txt" && od -An -tx1 -N8 sentence.png && ls
