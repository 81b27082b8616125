# what is learned has no formula, and is another value where another loss was learned by
cat >l.json <<'.'
{ "attnviz": 1, "title": "Learned", "learned": { "w": 2 },
  "steps": [ { "compute": "L = (w - 1)^2" },
             { "train": { "loss": "L", "steps": 1, "rate": 0.25 } } ],
  "switches": { "square": ["L = w - 1"] } }
.
attnviz explain l.json --without square --only 'w,after(w)' --format json | grep '"formula":null'
