cat >own.json <<'END'
{ "attnviz": 1, "title": "Own", "sequences": { "words": ["cat", "mat"] }, "indices": { "i": "words" },
  "given": { "x_i": [[1, 2], [3, 4]] }, "steps": [ { "compute": "A = softmax(x xᵀ / 5)" } ] }
END
cp own.json kept.json
attnviz explain own.json --save A=./own.json; cmp own.json kept.json
