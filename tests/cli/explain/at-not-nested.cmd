cat >two.json <<'END'
{ "attnviz": 1, "title": "Two loops", "sequences": { "a": 2, "b": 2 }, "indices": { "i": "a", "j": "b" },
  "steps": [ { "for": "i", "steps": [ { "compute": "x_i = i" } ] },
             { "for": "j", "steps": [ { "compute": "y_j = j" } ] } ] }
END
attnviz explain two.json --at i=1 --at j=2
