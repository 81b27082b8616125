cat >l.json <<'END'
{ "attnviz": 1, "title": "Two", "sequences": { "v": ["<s>", "a", "b", "."],
  "x": { "input": "x", "in": "v", "next": "row(N, w)", "end": "." }, "w": { "from": "x", "first": "<s>" },
  "y": { "input": "y", "in": "v", "next": "0 row(N, z)", "most": 2 }, "z": { "from": "y", "first": "<s>" } },
  "given": { "N": { "rows": "v", "cols": "v", "values": [[0,1,0,0],[0,0,1,0],[0,0,0,1],[0,0,0,1]] } }, "steps": [] }
END
attnviz generate l.json; attnviz generate l.json --input x=b
