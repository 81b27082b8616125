# where the lesson says, no link is followed or replaced; where the user says, it is replaced itself
mkdir box out; echo kept >out/w.safetensors; ln -s ../out/w.safetensors box/w.safetensors; ln -s ../out box/data; mkfifo box/pipe.safetensors
for name in w.safetensors data/w.safetensors data/new.safetensors pipe.safetensors none/w.safetensors; do
    printf '{ "attnviz": 1, "title": "Own", "weights": "%s",\n  "learned": { "W": [1, 2] }, "steps": [ { "train": { "loss": "sum(W)^2", "steps": 2, "rate": 0.1 } } ] }\n' $name >box/own.json
    attnviz train box/own.json
done
ls out; ln -s out/w.safetensors mine.safetensors
attnviz train box/own.json -o mine.safetensors; cat out/w.safetensors; ls -F mine.safetensors
