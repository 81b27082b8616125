attnviz heatmap old-x
