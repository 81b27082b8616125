# which array of a file
echo '{"layer.10":[[1,0],[0.5,0.5]],"layer.2":[[0,1],[0.5,0.5]]}' >layers.json
attnviz heatmap layers.json
attnviz heatmap layers.json --layer 1 && attnviz heatmap --read layers.png | tail -n 1
attnviz heatmap layers.json --layer 3
attnviz heatmap layers.json --array layer.10 -o a.png
attnviz heatmap layers.json --array layer.11
echo '{"Q":[[1,0]],"bias":[[0,1]]}' >mixed.json
attnviz heatmap mixed.json
attnviz heatmap mixed.json --array W
echo '[[1,0]]' >bare.json
attnviz heatmap bare.json --array A
