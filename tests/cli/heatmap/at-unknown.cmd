attnviz heatmap multi-head --at q=1
