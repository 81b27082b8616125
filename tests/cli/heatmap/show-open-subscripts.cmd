attnviz heatmap masked --show A,Z_1,2
