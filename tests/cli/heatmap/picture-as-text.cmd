attnviz heatmap cat.png
