# a lesson is not waited for that trains for minutes
# slow under sanitizers
cat >l.json <<'.'
{ "attnviz": 1, "title": "Long", "sequences": { "n": 400 }, "indices": { "i": "n" },
  "learned": { "w": 3 },
  "steps": [ { "compute": "L = Σ_i (w - i)^2 / 400" },
             { "train": { "loss": "L", "steps": 1000000, "rate": 0.001 } } ] }
.
attnviz explain l.json
