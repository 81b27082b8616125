echo "the cat" | attnviz heatmap -
