attnviz help explain heatmap
