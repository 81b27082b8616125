# what is shown is named by its formula: each pair of letters once, a long one cut, f(h) as a call and gate (h + 1) as a product; a name has up to eight subscripts
cat >l.json <<'L'
{ "attnviz": 1, "title": "Labels", "sequences": {"w": ["a", "b"], "one": 1},
  "indices": {"i": "w", "j": "w", "t": "w", "p": "one"},
  "define": { "f(x)": "x^2" },
  "given": { "h": [1, 2], "gate": 2, "x_i": [2, 3], "y_j": [5, 7], "alpha_t": [1, 2] },
  "steps": [
    { "show": ["x_i y_j + x_j y_i", "f(h)", "σ(h)", "gate(h + 1)", "f(h) == 4"] },
    { "for": "t", "steps": [ { "show": ["alpha_t + alpha_t + alpha_t + alpha_t + alpha_t + alpha_t + alpha_t + alpha_t + alpha_t + alpha_t + alpha_t + alpha_t + alpha_t + alpha_t + 1"] } ] },
    { "compute": ["n_{i,j,t,p} = x_i + y_j + t + p", "m_{i,j,t,p,1,1,1,1} = 2 n_{i,j,t,p}"] },
    { "compute": "r = m_{2,1,2,1,1,1,1,1}" } ] }
L
attnviz explain l.json --color never
