# 1 and 0, 0 and −∞, causal, and both together
echo '{"Q":[[1,0],[0,1]],"K":[[1,0],[0,1]],"V":[[1],[2]]}' >all.json
echo '[[1,0],[1,1]]' >m.json
echo '[[0,-Infinity],[0,0]]' >a.json
echo '[[[0,-1e9],[0,0]]]' >b.json
for mask in m a b; do attnviz attend all.json --mask $mask.json --only S,A | head -n 4; done
attnviz attend all.json --causal --only S | head -n 1
attnviz attend all.json --causal --mask m.json --only S | head -n 1
echo '[[1,0.5],[1,1]]' >half.json
attnviz attend all.json --mask half.json
echo '[[0,-1e9],[0.5,0]]' >bias.json
attnviz attend all.json --mask bias.json
echo '[[1,0],[-1e9,0]]' >both.json
attnviz attend all.json --mask both.json
echo '[[0,-100],[0,0]]' >shallow.json
attnviz attend all.json --mask shallow.json
echo '[[0,0],[0,0]]' >zeros.json
attnviz attend all.json --mask zeros.json
printf '1,nan\n1,1\n' >nan.csv
attnviz attend all.json --mask nan.csv
echo '[[1,1],[0,0]]' >none.json
attnviz attend all.json --mask none.json
echo $?
