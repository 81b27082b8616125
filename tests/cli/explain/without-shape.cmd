# a value that has another shape without something stands there both ways, without a difference
cat >shapes.json <<'.'
{ "attnviz": 1, "title": "Shapes", "given": { "x": [1, 2, 3], "y": [1, 2], "X": [[1, 2], [3, 4]], "w": [4, 5] },
  "steps": [ { "compute": ["v = x", "u = X", "z = sum(v) w"] } ],
  "switches": { "third": ["v = y", "u = 7"] } }
.
attnviz explain shapes.json --without third | sed -n '/^1/,$p'
attnviz explain shapes.json --without third --only v --format markdown
