echo "the cat sat" | attnviz heatmap - -o cat.png && od -An -tx1 -N8 cat.png
