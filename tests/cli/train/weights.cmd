# the file that the lesson names, which it is told with afterwards, with the losses
printf '{"attnviz":1,"title":"Own","weights":"own.safetensors","learned":{"w":[3,4]},"steps":[{"compute":"L = w · w"},
{"train":{"loss":"L","steps":4,"rate":0.25,"curve":"ℓ","watch":"w"}},{"show":["w","ℓ"]}]}' >own.json
attnviz explain own.json 2>&1
attnviz train ./own.json
attnviz explain own.json
attnviz train own.json -o own.json 2>&1
attnviz explain own.json --format json | grep -o '"train":{[^}]*}'
sed 's/"weights":"own.safetensors",//' own.json >plain.json
attnviz explain plain.json --format json | grep -o '"train":.*]}'
