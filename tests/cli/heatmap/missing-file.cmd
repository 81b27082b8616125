attnviz heatmap no-such-file.txt
