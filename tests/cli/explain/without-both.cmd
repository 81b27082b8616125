# two switches of one formula, each of another part; of the same part, they cannot be combined
attnviz explain masked --without scale --without mask | grep -A1 'S = Q'
attnviz explain masked --without scale --without mask --format json | grep -o '"without":"[^"]*","formula":"[^"]*"'
attnviz explain masked --without scale --without mask | tail -n 1
cat >same.json <<'.'
{ "attnviz": 1, "title": "Same", "given": { "x": 1, "y": 2 }, "steps": [ { "compute": "z = x + y" } ],
  "switches": { "x": ["z = y + y"], "y": ["z = 3 + y"] } }
.
attnviz explain same.json --without x --without y
