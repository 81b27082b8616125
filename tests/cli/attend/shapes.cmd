# shapes that do not fit are named
cat >all.json <<'J'
{"Q":[[1,0],[0,1]],"K":[[1,0],[0,1],[1,1]],"V":[[1],[2],[3]],"V4":[[1],[2],[3],[4]],"K3":[[1,0,0]],
 "v":[1,2,3],"H":[[[1,0],[0,1]],[[1,0],[0,1]]],"H3":[[[1]],[[1]],[[1]]],"M":[[1,1,0],[1,1,1]]}
J
attnviz attend all.json:Q all.json:K all.json:V4
attnviz attend all.json:Q all.json:K3 all.json:V
attnviz attend all.json:Q all.json:K all.json:v
attnviz attend all.json:Q all.json:K all.json:X
attnviz attend all.json:H all.json:H all.json:H
attnviz attend all.json:H all.json:H all.json:H3 --heads 2
attnviz attend all.json:H all.json:H all.json:H --heads 3
attnviz attend all.json:H all.json:H all.json:H --example 3
attnviz attend all.json --heads 3
attnviz attend all.json --mask all.json:Q
attnviz attend all.json --mask all.json:v
attnviz attend all.json:Q all.json:K
attnviz attend all.json all.json all.json
attnviz attend
attnviz attend missing.npy
echo '{"a":[[1]],"b":[[1]]}' >names.json
attnviz attend names.json
echo '[[1,0]]' >one.json
attnviz attend one.json
attnviz attend one.json one.json one.json --scale 0
attnviz attend one.json one.json one.json --scale half
echo '[[1,NaN]]' >nan.json
attnviz attend one.json nan.json one.json
echo '["a","b"]' >t.json
attnviz attend one.json one.json one.json --tokens t.json
echo '{"source":["a"],"target":["x","y"]}' >exchanged.json
attnviz attend one.json all.json:Q all.json:Q --tokens exchanged.json
echo '{"Q":[[1,0],[0,1]],"K":[[[1,0],[0,1]],[[1,0],[0,NaN]]],"H":[[[1,0]],[[0,1]]]}' >nan-head.json
attnviz attend nan-head.json:H nan-head.json:K nan-head.json:K --heads 2
attnviz attend one.json one.json one.json -o ./one.json
attnviz attend one.json one.json one.json --picture one.gif
