# a row is named by the word to be written, and says so: in text, Markdown and pictures; JSON has the words alone
cat >rows.json <<'END'
{ "attnviz": 1, "title": "Rows",
  "sequences": { "source": ["le", "chat"],
                 "target": { "tokens": ["the", "cat"], "prefix": "writes: " },
                 "before": { "from": "target", "first": "<start>" } },
  "indices": { "i": "source", "t": "target", "u": "before" },
  "given": { "e_{t,i}": [[2, 0], [0, 1]] },
  "steps": [
    { "compute": ["α_t = softmax(e_t)", "y_t = argmax(e_t)", "B_{u,i} = e_{u,i}"], "show": ["α", "B", "y"], "heatmap": "α",
      "table": ["y", "target"] },
    { "for": "t", "steps": [{ "compute": "z_t = sum(α_t)" }] } ],
  "switches": { "sharp": ["α_t = softmax(9 e_t)"] } }
END
attnviz explain rows.json
attnviz explain rows.json --without sharp --only α | head -n 7
attnviz explain rows.json --only α --format markdown -o - | grep writes
attnviz explain rows.json --only α --format json | grep -o '"labels":[^]]*]'
attnviz heatmap rows.json && attnviz heatmap --read rows.png
sed 's/"writes: "/7/' rows.json >number.json
attnviz explain number.json
sed "s/writes: /$(printf '%0257d' 0)/" rows.json >long.json
attnviz explain long.json
