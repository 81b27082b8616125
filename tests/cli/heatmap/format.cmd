attnviz heatmap --format svg multi-head self-attention; attnviz heatmap --format pdf; ls
