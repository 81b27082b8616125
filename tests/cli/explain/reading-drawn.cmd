# shares that softmax did not make are a map if the lesson draws them; not where they are 0 and 1
cat >shares.json <<'END'
{ "attnviz": 1, "title": "Shares", "sequences": { "w": ["a", "b", "c"] },
  "given": { "A": { "rows": "w", "cols": "w", "values": [[0.5, 0.5, 0], [0, 1, 0], [0.25, 0.25, 0.5]] } },
  "steps": [ { "compute": ["B = A A", "I = one_hot([1, 3], 3)", "C = A / 2"], "heatmap": ["B", "I", "C"] },
             { "compute": "D = A A A" } ] }
END
attnviz explain shares.json
