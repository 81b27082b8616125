# numbers are counted before they are written
cat >p.json <<'.'
{ "attnviz": 1, "title": "Product", "given": { "X": { "fill": 0.01, "size": [600, 600] } },
  "steps": [ { "say": "Each row with each.", "compute": "Y = X Xᵀ" } ] }
.
attnviz explain p.json --format json --work 4G -o p.out
ls
