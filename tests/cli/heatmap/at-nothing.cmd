attnviz heatmap --at z=1
