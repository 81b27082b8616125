# with the lesson's own formulas s stops at two words: what is computed for the third has nothing beside it
cat >l.json <<'.'
{ "attnviz": 1, "title": "Grown",
  "sequences": { "v": ["<s>", "a", "b", "."],
                 "s": { "input": "s", "in": "v", "next": "P", "end": ".", "most": 4 },
                 "b": { "from": "s", "first": "<s>" } },
  "indices": { "t": "s" },
  "given": { "N": { "rows": "v", "cols": "v", "values": [[0, 1, 0, 0], [0, 0, 0, 2], [0, 3, 0, 0], [0, 1, 0, 0]] },
             "M": { "rows": "v", "cols": "v", "values": [[0, 1, 0, 0], [0, 0, 4, 0], [0, 3, 0, 0], [0, 1, 0, 0]] } },
  "steps": [ { "compute": "P = row(N, b)" },
             { "for": "t", "steps": [ { "compute": "p_t = P_t", "plot": { "y": "p_t" } } ] } ],
  "switches": { "end": ["P = row(M, b)"] } }
.
attnviz heatmap l.json --without end && attnviz heatmap --read l.png | grep -o '"title":"[^"]*"\|"subtitle":"[^"]*"'
