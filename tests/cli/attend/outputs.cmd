# no output takes the place of another, or of what is read; and none is forgotten
echo '{"Q":[[1,0],[0,1]],"K":[[1,0],[0,1]],"V":[[1],[2]]}' >qkv.json
echo '["a","b"]' >words.json
attnviz attend qkv.json --format text -o w.svg --picture w.svg; echo $?
attnviz attend qkv.json --format text -o w.svg --picture ./w.svg; echo $?
attnviz attend qkv.json --format markdown -o w.md --picture w-1.png; echo $?
attnviz attend qkv.json --tokens words.json --save A=words.json; echo $?
attnviz attend qkv.json --tokens words.json -o words.json; echo $?
attnviz attend qkv.json --step --picture w.png; echo $?
cat words.json && ls
