# words given for an input that otherwise has those of another: the unknown ones are named, once
printf '{"attnviz":1,"title":"Own","sequences":{"v":{"tokens":["a","b","?"],"unknown":"?"},
"s":{"input":"s","default":"a un","in":"v"},"r":{"input":"sentence","default":{"from":"s"},"in":"v"}},
"steps":[{"compute":"n = sum(known(r))"}]}' >own.json
attnviz explain own.json --sentence 'b deux'
attnviz explain own.json
