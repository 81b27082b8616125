attnviz heatmap bottleneck --show w -o w.png && attnviz heatmap --read w.png | grep -o '"title":"w[^"]*","scale":"[a-z]*"'
