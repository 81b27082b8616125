# a lesson that takes long to compute is not tried with every mistake there is; that is told
# slow under sanitizers
cat >l.json <<'.'
{ "attnviz": 1, "title": "Large", "given": { "X": { "random": [1400, 1400], "scale": 0.02 } },
  "steps": [ { "compute": ["S = X Xᵀ", "A = softmax(S)", "C = A X"] } ] }
.
echo '{ "C_{1,1}": 0.7531 }' >a.json
attnviz check l.json a.json; echo $?
attnviz check l.json a.json --format json | grep -o '"verdict":"[^"]*"\|"first":"[^"]*"\|"cut":[a-z]*'
