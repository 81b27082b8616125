# weights are safetensors, whatever their name is, but for one that promises something else; so are films
printf '{"attnviz":1,"title":"T","learned":{"w":[3,4]},"steps":[{"compute":"L = w · w"},
{"train":{"loss":"L","steps":4,"rate":0.25,"watch":"w"}}]}' >t.json
attnviz train t.json -o a.SAFETENSORS | tail -n 2
attnviz train t.json -o a | tail -n 2 && cmp a a.SAFETENSORS
for name in b.npy b.npz b.json b.pt b.txt b.html -; do attnviz train t.json -o $name; echo $?; done 2>&1
attnviz train t.json -o w.safetensors --film f.svg | tail -n 1 && head -c 5 f.svg && echo
attnviz train t.json -o w.safetensors --film f | tail -n 1 && head -c 4 f | tail -c 3 && echo
for name in f.gif f.mp4 f.json -; do attnviz train t.json -o w.safetensors --film $name; echo $?; done 2>&1
ls
