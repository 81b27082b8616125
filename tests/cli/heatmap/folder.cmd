mkdir folder.txt; attnviz heatmap folder.txt
