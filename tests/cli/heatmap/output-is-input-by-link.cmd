echo "the cat" >cat.txt; ln -s cat.txt cat.png; attnviz heatmap cat.txt; cat cat.txt; ls -F cat.png
