cp "$EXAMPLES/sentence.txt" a.txt; attnviz heatmap --read a.txt; attnviz heatmap --read no-such.png; attnviz heatmap --read .; : >empty.png; attnviz heatmap --read empty.png
