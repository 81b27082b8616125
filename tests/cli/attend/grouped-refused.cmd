# heads that cannot be shared, and what to do
cat >all.json <<'J'
{"Q":[[[1,0]],[[0,1]],[[0,1]]],"K":[[[1,0]],[[0,1]]],"V":[[[1]],[[2]]],"V3":[[[1]],[[2]],[[2]]],
 "F":[[1,0,0,1]],"K1":[[1]],"K2":[[1,0]],"K3":[[1,0,1]],"Q4":[[[[1,0]],[[0,1]],[[1,1]],[[0,0]]]]}
J
attnviz attend all.json --heads 3
attnviz attend all.json --heads 2
attnviz attend all.json:Q all.json:V3 all.json:V --heads 3
attnviz attend all.json:F all.json:K all.json:V --heads 2
attnviz attend all.json:F all.json:K2 all.json:V
attnviz attend all.json:F all.json:K2 all.json:K2
attnviz attend all.json:F all.json:K3 all.json:K3 --heads 4
attnviz attend all.json:F all.json:K3 all.json:K3 --heads 2
attnviz attend all.json:F all.json:K2 all.json:K3 --heads 4
attnviz attend all.json:Q4 all.json:K all.json:V
attnviz attend all.json:Q4 all.json:K2 all.json:K1 --heads 3
attnviz attend all.json:Q4 all.json:K all.json:V --heads 4 --only K_3
attnviz attend all.json:Q4 all.json:K all.json:V --heads 4 --set 'K_{3,1,1} = 2'
