echo "the cat" >cat.txt; ln cat.txt dog.png; attnviz heatmap cat.txt -o dog.png; cat cat.txt
