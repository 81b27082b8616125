attnviz heatmap scaling && attnviz heatmap --read scaling.png
