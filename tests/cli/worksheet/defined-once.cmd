# a function of the lesson stands where it is met first, and only there
cat >l.json <<'.'
{ "attnviz": 1, "title": "Twice", "given": { "x": [1, 2] }, "define": { "f(x)": "x + 1" },
  "steps": [ { "compute": "a = f(x)" }, { "compute": "b = f(a)" } ], "vary": { "x": { "halves": [0, 2] } } }
.
attnviz worksheet l.json --seed 2 | grep -n 'f(x)'
