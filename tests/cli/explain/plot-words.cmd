# a line over words: the axis has the name of their sequence
echo '{"attnviz":1,"title":"T","sequences":{"words":{"tokens":["a","b"]},"s":{"tokens":["a","b","a"],"in":"words"}},"indices":{"i":"s"},"steps":[{"compute":"y_i = i^2","plot":{"y":["y"]}}]}' >l.json
attnviz explain l.json
attnviz heatmap l.json --output l.svg && grep -o '<title>[^<]*</title>' l.svg
