printf 'the cat' >plain.txt; attnviz heatmap plain.txt
