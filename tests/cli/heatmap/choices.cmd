# what chooses among the keys of weights is drawn as they are, wherever it stands; among other words it is not
cat >l.json <<'.'
{ "attnviz": 1, "title": "Chosen",
  "sequences": { "word": ["le", "chat"], "other": ["the", "cat"] },
  "given": { "hard": { "rows": "word", "cols": "word", "values": [[0, 1], [1, 0]] },
             "apart": { "rows": "word", "cols": "other", "values": [[0, 1], [1, 0]] },
             "S": { "rows": "word", "cols": "word", "values": [[1, 2], [3, 4]] } },
  "steps": [ { "compute": "soft = softmax(S)", "heatmap": ["apart", "hard", "soft"] } ] }
.
attnviz heatmap l.json && attnviz heatmap --read l.png | grep -o '"title":"[^"]*","scale":"[^"]*"\|"role":"[^"]*"'
