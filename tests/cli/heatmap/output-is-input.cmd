echo "the cat" >cat.txt; attnviz heatmap cat.txt -o cat.txt; cat cat.txt
