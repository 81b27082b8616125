cat >none.json <<'END'
{ "attnviz": 1, "title": "None", "given": { "x": [1, 2] }, "steps": [ { "compute": "y = softmax(x)" } ] }
END
attnviz heatmap none.json; attnviz heatmap none.json --show y
