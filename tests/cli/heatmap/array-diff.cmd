# the difference of two files
echo '{"tokens":["le","chat"],"matrix":[[1,0],[0.5,0.5]]}' >a.json
echo '{"tokens":["le","chat"],"matrix":[[0.75,0.25],[0.5,0.5]]}' >b.json
attnviz heatmap a.json --diff b.json -o d.png && attnviz heatmap --read d.png
echo '[[1,0,0]]' >c.json
attnviz heatmap a.json --diff c.json
attnviz heatmap a.json --diff missing.json
echo '[[[1,0],[0,1]],[[1,0],[0,1]]]' >two.json
attnviz heatmap a.json --diff two.json
echo '{"tokens":["[CLS]","[SEP]"],"matrix":[[1,0],[0.5,0.5]]}' >special.json
attnviz heatmap special.json --hide-special keep
attnviz heatmap a.json --diff b.json -o b.json
