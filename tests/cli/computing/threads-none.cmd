# no thread at all computes nothing
attnviz heatmap --threads 0
