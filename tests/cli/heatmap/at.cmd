attnviz heatmap multi-head --at j=2 -o head.png && ls
