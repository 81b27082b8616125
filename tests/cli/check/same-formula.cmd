# of K and V exchanged all that can be seen in A is V for K: one formula is told once
cat >l.json <<'.'
{ "attnviz": 1, "title": "Exchanged",
  "given": { "X": { "random": [3, 4] }, "W_Q": { "random": [4, 2] }, "W_K": { "random": [4, 2] },
             "W_V": { "random": [4, 2] } },
  "steps": [ { "compute": ["Q = X W_Q", "K = X W_K", "V = X W_V", "A = softmax(Q Kᵀ)", "Z = A V"] } ] }
.
sed 's/Q Kᵀ/Q Vᵀ/; s/Z = A V/Z = A K/' l.json >yours.json
attnviz explain yours.json --save A=A.json --save Z=Z.json >explained
attnviz check l.json A.json
attnviz check l.json Z.json
