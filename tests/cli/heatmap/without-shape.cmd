# values of other shapes: side by side if no map has a difference, else told which are not drawn
cat >shapes.json <<'.'
{ "attnviz": 1, "title": "Shapes", "given": { "x": [1, 2, 3], "y": [1, 2], "w": [4, 5] },
  "steps": [ { "compute": ["v = x", "z = sum(v) w", "t = 2 w"], "heatmap": ["v", "z", "t"] } ],
  "switches": { "third": ["v = y"] } }
.
attnviz heatmap shapes.json --without third && attnviz heatmap --read shapes.png | grep -o '"title":"[^"]*"\|"subtitle":"[^"]*"\|"data":.*\]'
attnviz heatmap shapes.json --without third --show v && attnviz heatmap --read shapes.png | grep -o '"title":"[^"]*"\|"subtitle":"[^"]*"\|"data":.*\]'
