attnviz help heatmap
