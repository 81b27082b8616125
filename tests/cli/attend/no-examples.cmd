# an example of arrays that hold none, and a file whose name no lesson can hold
echo '{"Q":[[1,0],[0,1]],"K":[[1,0],[0,1]],"V":[[1],[2]]}' >qkv.json
attnviz attend qkv.json --example 1; echo $?
echo '{"Q":[[[1,0]],[[0,1]]],"K":[[[1,0]],[[0,1]]],"V":[[[1]],[[2]]]}' >heads.json
attnviz attend qkv.json --heads 2 --example 2; echo $?
attnviz attend heads.json --example 2 --only A; echo $?
name=$(printf 'a\377.json')
cp qkv.json "$name" && attnviz attend "$name"; echo $?
