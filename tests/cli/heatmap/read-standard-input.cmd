attnviz heatmap masked --show A -o a.png; attnviz heatmap --read - <a.png
