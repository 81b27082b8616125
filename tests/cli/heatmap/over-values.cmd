# a map over a matrix of the lesson, drawn in greys: the largest number is black, masked ones are white
printf '{"attnviz":1,"title":"Grey","given":{"G":[[0,4,2],[1,3,0]],"a":[1,0.25,0],"v":[1,2]},"steps":[
{"compute":"S = mask(G, G ≥ 1)","show":[]},
{"heatmap":{"of":"a","grid":[1,3],"picture":"G","title":"Where it listens"}}]}' >l.json
attnviz heatmap l.json -o grey.svg && grep -c '<svg' grey.svg
sed 's/"picture":"G"/"picture":"S"/' l.json >masked.json && attnviz heatmap masked.json -o masked.png
sed 's/"picture":"G"/"picture":"0 G"/' l.json >even.json && attnviz heatmap even.json -o even.png
sed 's/"picture":"G"/"picture":"v"/' l.json >vector.json && attnviz heatmap vector.json 2>&1
sed 's/"picture":"G"/"picture":"G","over":"dog.png"/' l.json >both.json && attnviz heatmap both.json 2>&1
sed 's/"picture":"G"/"picture":"H"/' l.json >none.json && attnviz heatmap none.json 2>&1
