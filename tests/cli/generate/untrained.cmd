cat >l.json <<'END'
{ "attnviz": 1, "title": "U", "sequences": { "v": ["<s>", "a", "b"],
  "s": { "input": "s", "in": "v", "next": "row(N, m)", "most": 3 }, "m": { "from": "s", "first": "<s>" } },
  "learned": { "N": { "random": [3, 3] } }, "steps": [] }
END
attnviz generate l.json
