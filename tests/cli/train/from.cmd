# begun with another training's weights: what has the same name and shape; a matrix turned, or nothing at all, is told
printf '{"attnviz":1,"title":"One","learned":{"w":[3,4],"W":[[1,2,3],[4,5,6]],"b":2},"steps":[{"compute":"L = w · w + b^2 + sum(sum(W))^2"},
{"train":{"loss":"L","steps":4,"rate":0.01}},{"show":["w","W","b"]}]}' >one.json
attnviz train one.json -o one.safetensors | head -2
sed 's/\[\[1,2,3\],\[4,5,6\]\]/[[1,2],[3,4],[5,6]]/; s/"b":2/"b":2,"c":[1]/; s/"L = w/"L = c · c + w/; s/"steps":4/"steps":1/' one.json >two.json
attnviz train two.json --from one.safetensors -o two.safetensors
attnviz train one.json --from one.safetensors -o one.safetensors | head -3
attnviz train two.json --from one.safetensors -o two.safetensors --log one.safetensors 2>&1
attnviz train one.json --from one.safetensors --resume -o one.safetensors 2>&1
printf '{"attnviz":1,"title":"Three","learned":{"v":1},"steps":[{"train":{"loss":"v^2","steps":1,"rate":0.1}}]}' >three.json
attnviz train three.json --from one.safetensors -o three.safetensors 2>&1
attnviz train three.json --from none.safetensors -o three.safetensors 2>&1
ls
