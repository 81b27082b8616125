attnviz heatmap --format svg -o /dev/null; mkfifo pipe; attnviz heatmap --format pdf -o pipe >printed & cat pipe >got; wait; cat printed; head -c 5 got; echo
