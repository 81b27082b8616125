attnviz heatmap --at j=two
