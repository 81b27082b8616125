: >empty.txt; attnviz heatmap empty.txt
