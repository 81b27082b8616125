attnviz heatmap && ls
