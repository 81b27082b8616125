echo 'the cat' >-x.txt; attnviz heatmap -- -x.txt && ls
