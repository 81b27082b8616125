# what would be written over something else, and what has no place beside it
attnviz train learning -o w.safetensors --log w.safetensors 2>&1
attnviz train learning -o w.safetensors --log w.checkpoint.safetensors 2>&1
attnviz train learning -o w.safetensors --film w.checkpoint.safetensors 2>&1
attnviz train learning -o /dev/null --checkpoint 10 2>&1
attnviz train learning -o /dev/null --log /dev/stdout --steps 3 | cat
attnviz train learning -o w.safetensors --resume 2>&1
printf 'no weights' >w.checkpoint.safetensors
attnviz train learning -o w.safetensors --resume 2>&1
attnviz train learning -o w.safetensors --log no/l.tsv --steps 3 2>&1
ls
printf '{"attnviz":1,"title":"T","learned":{"w":1},"steps":[{"train":{"loss":"w","steps":1,"rate":1,"validation":"a"}}]}' >l.json
attnviz train l.json 2>&1
