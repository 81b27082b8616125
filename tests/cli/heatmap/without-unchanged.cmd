attnviz heatmap cross-attention --without mask --show K
