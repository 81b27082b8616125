cat >small.json <<'END'
{ "attnviz": 1, "title": "Small", "summary": "Two words.",
  "sequences": { "words": ["cat", "mat"] }, "indices": { "i": "words" }, "lengths": { "n": "words" },
  "given": { "x_i": [[1, 2], [3, 4]] },
  "steps": [ { "say": "Scores.", "compute": "S = x xᵀ" },
             { "say": "Weights.", "compute": "A = softmax(S / 5)", "heatmap": "A", "check": "S_{1,1} == 6" } ] }
END
attnviz explain small.json --set 'x_{1,1} = 2'
