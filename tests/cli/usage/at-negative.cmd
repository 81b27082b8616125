attnviz heatmap --at j=-1
