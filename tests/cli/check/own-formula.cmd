# a mistake in the last formula alone, with values of another shape: that formula is told, and once
cat >l.json <<'.'
{ "attnviz": 1, "title": "Twice",
  "given": { "X": { "random": [3, 4] }, "W_Q": { "random": [4, 2] }, "W_K": { "random": [4, 2] },
             "W_V": { "random": [4, 3] } },
  "steps": [ { "compute": ["Q = X W_Q", "K = X W_K", "V = X W_V", "A = softmax(Q Kᵀ)", "Y = A V",
                           "B = softmax(Y Yᵀ)", "Z = B V"] } ] }
.
sed 's/Z = B V/Z = B K/' l.json >yours.json
attnviz explain yours.json --save Z=Z.json >explained
attnviz check l.json Z.json
