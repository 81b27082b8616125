# in half the room, with the losses as they are; evaluated and told with as any other; what is too large is refused
printf '{"attnviz":1,"title":"Half","weights":"half.safetensors","learned":{"w":[3,4.001]},"steps":[{"compute":"L = w · w"},
{"train":{"loss":"L","steps":4,"rate":0.25,"curve":"ℓ"}},{"show":["w","ℓ"]}]}' >half.json
attnviz train half.json --float16 | tail -1
head -c 300 half.safetensors | grep -a -o '"[^"]*":{"dtype[^}]*}'
attnviz explain half.json | tail -5
printf '{"attnviz":1,"title":"Large","learned":{"w":[3,70000]},"steps":[{"compute":"L = w_1 w_1"},
{"train":{"loss":"L","steps":1,"rate":0.1}}]}' >large.json
attnviz train large.json --float16 2>&1; echo $?
ls large*
