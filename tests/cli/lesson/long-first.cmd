# a first word that is longer than words may be
printf '{"attnviz":1,"title":"T","sequences":{"s":{"tokens":["a","b"]},"t":{"from":"s","first":"%0257d"}},"steps":[{"compute":"y = 1"}]}' 1 >l.json
attnviz explain l.json
