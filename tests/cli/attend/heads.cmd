# as parts of the columns, and as the first axis
echo '{"Q":[[1,0,2,0],[0,1,0,2]],"K":[[1,0,1,0],[0,1,0,1]],"V":[[1,2],[3,4]]}' >all.json
attnviz attend all.json --heads 2 --only Z,O
echo '{"Q":[[[1,0],[0,1]],[[2,0],[0,2]]],"K":[[[1,0],[0,1]],[[1,0],[0,1]]],"V":[[[1],[3]],[[2],[4]]]}' >stacked.json
attnviz attend stacked.json --heads 2 --only Z,O
attnviz attend stacked.json --example 2 --only Z
echo '{"Q":[[[[1,0],[0,1]]]],"K":[[[[1,0],[0,1]]]],"V":[[[[1],[3]]]]}' >four.json
attnviz attend four.json --only A
