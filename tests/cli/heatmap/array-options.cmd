# options of lessons and of numbers, and words that do not go together
echo '[[1,0]]' >a.json
attnviz heatmap a.json --show A
attnviz heatmap a.json --lesson reader
attnviz heatmap a.json a.json
attnviz heatmap --tokens a.json
attnviz heatmap le-chat-noir a.json
attnviz heatmap a.json -o a.json
attnviz heatmap a.json -o a.svg --format png
attnviz heatmap a.json --format svg
attnviz heatmap a.json --heads most
attnviz heatmap a.json --hide-special all
ln a.json b.png && attnviz heatmap a.json -o b.png
attnviz heatmap missing.npy
echo '{"title":"no lesson"}' >l.json
attnviz heatmap l.json
attnviz heatmap a.json --pieces bytes
attnviz heatmap le-chat-noir --layer 1
attnviz heatmap a --transpose
