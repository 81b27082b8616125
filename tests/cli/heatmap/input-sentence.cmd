attnviz heatmap reader --input sentence='the cat sat' -o 1.png
echo 'the cat sat' >cat.txt; attnviz heatmap cat.txt --show A_{2,1} -o 2.png; attnviz heatmap reader --input sentence='the cat sat' --show A_{2,1} -o 3.png
attnviz heatmap --read 2.png | grep '"data"' >2; attnviz heatmap --read 3.png | grep '"data"' >3; cmp 2 3 && echo same
