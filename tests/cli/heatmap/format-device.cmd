attnviz heatmap --format svg -o /dev/null; mkfifo pipe; attnviz heatmap --format pdf -o pipe & head -c 5 pipe; wait; echo
