echo '{"attnviz":1,"title":"T","given":{"x":[1,2]},"steps":[{"compute":"y = softmax(9 x)"}],
"vary":{"x":{"integers":[1,9]},"check":"y_1 == y_2"}}' >l.json
attnviz worksheet l.json
