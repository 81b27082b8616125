attnviz heatmap reader --without scael
