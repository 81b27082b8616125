attnviz heatmap soft-attention --input picture
