# a plot that is drawn again in each turn of a loop says which; two lines of one plot draw it once
cat >l.json <<'.'
{ "attnviz": 1, "title": "Turns", "sequences": { "w": { "tokens": ["le", "chat"] } }, "indices": { "t": "w" },
  "given": { "x": [1, 2, 3] },
  "steps": [ { "for": "t", "steps": [ { "compute": ["a_t = t x", "b_t = a_t + x"],
    "plot": { "x": "x", "y": ["a_t", "b_t"] } } ] } ] }
.
attnviz heatmap l.json; attnviz heatmap --read l.png | grep -o '"title":"[^"]*"'
attnviz heatmap l.json --show a_1,b_1; attnviz heatmap --read l.png | grep -o '"title":"[^"]*"'
