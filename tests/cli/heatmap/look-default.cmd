attnviz heatmap -o a.png; attnviz heatmap --theme light --colors indigo --numbers auto --scale 1 --format png -o b.png; cmp a.png b.png && echo same
