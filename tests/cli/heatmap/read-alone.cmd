attnviz heatmap --read a.png b.png; echo $?; attnviz heatmap --read a.png -o b.json; echo $?; attnviz heatmap --read
