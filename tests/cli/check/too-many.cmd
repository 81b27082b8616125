# more numbers than an answer may have
echo '{"attnviz":1,"title":"T","given":{"A":{"fill":1,"size":[2049,2048]}},"steps":[{"compute":"B = 2 · A"}]}' >l.json
echo 5 | attnviz check l.json B=-
