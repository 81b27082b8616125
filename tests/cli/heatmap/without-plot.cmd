attnviz heatmap scaling --without scale && attnviz heatmap --read scaling.png | grep -o '"title":"[^"]*"'
