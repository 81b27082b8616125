echo '{"attnviz":1,"title":"T","given":{"x":[1,2]},"steps":[{"show":"x"}],"vary":{"x":{"integers":[1,9]}}}' >l.json
attnviz worksheet l.json
