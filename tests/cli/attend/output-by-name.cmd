# as explain does, in the names of both outputs
echo '{"Q":[[1,0],[0,1]],"K":[[1,0],[0,1]],"V":[[1],[2]]}' >qkv.json
attnviz attend qkv.json -o a.json && head -c 13 a.json && echo
attnviz attend qkv.json -o a.md && head -n 1 a.md && ls a*
attnviz attend qkv.json -o a.pdf; echo $?
attnviz attend qkv.json --only A -o a.html; head -c 15 a.html; echo $?
attnviz attend qkv.json --picture p.SVG -o t.txt && head -c 13 p.SVG && echo
attnviz attend qkv.json --picture p -o t.txt && head -c 4 p | tail -c 3 && echo
attnviz attend qkv.json --picture p.json -o u.txt; echo $?
attnviz attend qkv.json --picture - -o u.txt; echo $?
attnviz attend qkv.json --save A=w.txt -o u.txt; echo $?
attnviz attend qkv.json --save A=w -o u.txt; echo $?
attnviz attend qkv.json --save A=w.NPY -o t.txt && head -c 6 w.NPY | tail -c 5 && echo
ls
