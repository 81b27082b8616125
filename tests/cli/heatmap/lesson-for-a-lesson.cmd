attnviz heatmap scores --lesson reader
