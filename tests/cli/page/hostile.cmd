# whatever stands in a lesson's words comes out as words
cat >words.json <<'END'
{ "attnviz": 1, "title": "# <b>*Title*</b> | $x$ \u001b[2J", "summary": "- a list",
  "sequences": { "words": ["|", "<script>", "a*b*c", "`"] }, "indices": { "i": "words" },
  "given": { "x_i": [1, 2, 3, 4] },
  "steps": [ { "say": "1. [link](http://x) and www.x.org\n+ me@x.org &amp; \\alpha", "compute": "A = softmax(x)", "heatmap": "A" },
             { "compute": "y_i = words_i" } ] }
END
attnviz explain words.json --format markdown
