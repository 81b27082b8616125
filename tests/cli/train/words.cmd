# a file of examples: words that no vocabulary has are named, and where nothing stands for them refused
printf '{"attnviz":1,"title":"Own","sequences":{"v":["a","b"],"u":{"tokens":["a","b","?"],"unknown":"?"},
"s":{"input":"x","default":"a b","in":"u"},"t":{"input":"y","default":"a","in":"v"}},
"learned":{"E":{"random":[3,2]},"F":{"random":[2,2]}},"steps":[{"compute":["P = softmax(row(F, t))",
"L = cross_entropy(P, t) + sum(sum(row(E, s)))"]},
{"train":{"loss":"L","steps":2,"rate":0.1,"examples":"own.tsv","inputs":["x","y"]}}]}' >own.json
printf 'un deux\ta\ntrois quatre\tb\ncinq a six\ta b\n' >own.tsv
attnviz train own.json -o own.safetensors
printf 'un a\ta\nb\tb\n' >own.tsv
attnviz train own.json -o own.safetensors
sed 's/"in":"v"/"in":"u"/; s/.2,2./[3,3]/' own.json >both.json
printf 'un a\tb un\nun\tdeux\n' >own.tsv
attnviz train both.json -o own.safetensors | sed -n 3p
printf 'a b\ta\nb\tb  deux\n' >own.tsv
attnviz train own.json -o own.safetensors 2>&1
