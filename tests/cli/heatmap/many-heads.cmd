# many maps of a lesson by layer and head are bare, with a name for each row and column; links of so many are refused
printf '%s' '{"attnviz":1,"title":"Many heads","sequences":{"layer":6,"head":8,"word":["the","old","dog","barks","at","the","small","cat","on","the","mat","now"]},"indices":{"l":"layer","j":"head","p":"word","q":"word"},"steps":[{"compute":["D_{p,q} = -(p - q)^2","A_{l,j} = softmax(l D / (j + 3))"],"heatmap":"A"}]}' >many.json
attnviz heatmap ./many.json --text live -o many.svg; grep -o 'layer 1\|head 1\|Each row of a map[^<]*\|barks' many.svg | sort | uniq -c
attnviz heatmap ./many.json -o many.png; attnviz heatmap --read many.png | grep -c '"title":"A'
attnviz heatmap ./many.json --view links; attnviz heatmap ./many.json --view links --at l=2 -o links.png
