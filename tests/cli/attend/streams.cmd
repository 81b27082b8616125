# arrays that cannot be read twice are refused before anybody waits for them
echo '{"Q":[[1,0],[0,1]],"K":[[1,0],[0,1]],"V":[[1],[2]]}' >qkv.json
attnviz attend - <qkv.json; echo $?
mkfifo pipe
attnviz attend pipe:Q qkv.json:K qkv.json:V; echo $?
attnviz attend qkv.json --mask pipe; echo $?
attnviz attend missing.json; echo $?
