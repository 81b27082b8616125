# what a picture says in words: titles with the name beside them, axes, a legend, a shaded span
cat >words.json <<'END'
{ "attnviz": 1, "title": "In words", "given": { "x": [1, 2, 3, 4], "A": [[0.5, 0.25], [1, 0.75]] },
  "steps": [
    { "compute": ["a = 2 x", "b = 3 x"], "heatmap": { "of": ["A", "Aᵀ"], "title": ["As it is", "Turned"],
        "axis": { "x": "left or right", "y": "above or below" } },
      "plot": { "x": "x", "y": ["a", "b"], "title": "Twice and three times", "legend": ["twice", "three times"],
        "axis": { "x": "length (m)", "y": "weight (kg)" }, "log": "y",
        "shade": { "from": "1", "to": "max(x) / 2", "label": "measured" } } } ] }
END
attnviz explain words.json
attnviz heatmap words.json && attnviz heatmap --read words.png
attnviz heatmap words.json -o words.svg; grep -c '<rect\|<path' words.svg >/dev/null && echo drawn
