printf ' \n\t\n' >blank.txt; attnviz heatmap blank.txt
