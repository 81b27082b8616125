attnviz heatmap --format svg -o a.pdf; echo $?; attnviz heatmap --format svg -o a.svg
