cat >loop.json <<'END'
{ "attnviz": 1, "title": "Loop", "sequences": { "a": 3 }, "indices": { "i": "a" }, "given": { "v": [1, 2] },
  "steps": [ { "compute": "w = 2 v" },
    { "for": "i", "steps": [ { "compute": "x_i = i v",
      "check": ["x_i == i v", "x_i < 4"] } ] } ] }
END
attnviz explain loop.json --only w
