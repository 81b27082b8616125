# on a page too: a vector with and without as the rows of one table, a column of a table as three
cat >l.json <<'.'
{ "attnviz": 1, "title": "Twice", "given": { "x": [1, 2, 3] },
  "steps": [ { "compute": ["v = 2 x", "w = v + x"] }, { "table": ["x", "v"] } ],
  "switches": { "doubling": ["v = x"] } }
.
attnviz explain l.json --without doubling --format markdown | sed '1,/^#/d'
attnviz explain l.json --without doubling --format latex -o l.tex; grep -c '&' l.tex
