yes 'the cat' | head -n 1001 >many.txt; attnviz heatmap many.txt
