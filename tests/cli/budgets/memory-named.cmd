# what needs more memory is named, with its shape and the option; just enough is enough
cat >l.json <<'.'
{ "attnviz": 1, "title": "Large", "given": { "F": { "fill": 0.5, "size": [4000, 4000] } },
  "steps": [ { "compute": "y = F_{1,1}", "heatmap": "F" } ] }
.
attnviz explain l.json --memory 61M
attnviz explain l.json --memory 62M
attnviz heatmap l.json --memory 8M -o l.png
ls
