# of several examples one must be chosen, a single one need not be; words may hold what JSON escapes
cat >all.json <<'J'
{"Q":[[1,0],[0,1]],"K":[[1,0],[0,1]],"V":[[1],[2]],
 "one":[[[1,0],[0,1]]],"two":[[[[1,0],[0,1]]],[[[1,0],[0,1]]]]}
J
attnviz attend all.json:two all.json:two all.json:two
attnviz attend all.json:one all.json:one all.json:one | grep -A 99 'weights'
printf '%s' '["a\"b","c\\d"]' >words.json
attnviz attend all.json:Q all.json:K all.json:V --tokens words.json | grep -A 99 'weights'
printf '\223NUMPY\1\0v\0%-117s\n' "{'descr': '<f4', 'fortran_order': False, 'shape': (0, 2), }" >none.npy
attnviz attend none.npy all.json:K all.json:V
