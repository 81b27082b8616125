cat >own.json <<'END'
{ "attnviz": 1, "title": "Own", "sequences": { "words": { "file": "words.txt" } }, "indices": { "i": "words" },
  "given": { "x_i": [[1, 2], [3, 4]] }, "steps": [ { "compute": "A = softmax(x xᵀ / 5)", "heatmap": "A" } ] }
END
printf "cat\nmat\n" >words.txt; cp words.txt kept.txt; cp own.json kept.json
ln -s words.txt picture.png; attnviz heatmap own.json -o picture.png
cmp words.txt kept.txt; ls -F picture.png
