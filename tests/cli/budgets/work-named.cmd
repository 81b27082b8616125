# a product beyond the budget is refused before it is computed
cat >p.json <<'.'
{ "attnviz": 1, "title": "Product", "given": { "X": { "fill": 0.01, "size": [600, 600] } },
  "steps": [ { "say": "Each row with each.", "compute": "Y = X Xᵀ" } ] }
.
attnviz explain p.json --work 100M
attnviz explain p.json --work 400M --only Y
