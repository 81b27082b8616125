# a byte in the name of a file that a title cannot show
name=$(printf 'a\001.json')
echo '{"Q":[[1,0]],"K":[[1,0]],"V":[[2,3]]}' >"$name"
attnviz attend "$name" | head -n 1
