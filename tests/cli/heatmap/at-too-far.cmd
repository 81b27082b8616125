attnviz heatmap multi-head --at j=9
