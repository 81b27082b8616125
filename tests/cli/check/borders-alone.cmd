# of y the lesson has y_0 alone: what explain prints is right, and y itself is nothing to hand in
cat >begin.json <<'END'
{ "attnviz": 1, "title": "Begin", "given": { "y_0": [2, -1] }, "steps": [ { "compute": "s = 2 y_0" } ] }
END
attnviz explain begin.json --format json >printed.json
grep '"y"' printed.json
attnviz check begin.json printed.json
echo '{"y_0": [2, -1], "s": [4, -2]}' | attnviz check begin.json -
echo '{"y": [2, -1]}' | attnviz check begin.json -
