# the loss on validation is lowest at step 2, and what was learned by then is kept; the log, which a lesson can plot
printf 'a\n' >a.txt; printf 'b\na b\n' >ab.txt
printf '{"attnviz":1,"title":"Tried","weights":"w.safetensors","sequences":{"v":["a","b"],"s":{"input":"x","default":"a","in":"v"}},
"learned":{"w":[[4],[-1]]},"steps":[{"compute":"L = sum(sum(row(w, s)))^2"},{"train":{"loss":"L","steps":5,"rate":0.25,
"examples":"a.txt","inputs":["x"],"validation":"ab.txt","trial":1}},{"show":"w"}]}' >l.json
attnviz train l.json --log l.tsv
cat l.tsv
attnviz explain l.json | tail -2
sed 's/"weights":"w.safetensors",//' l.json >own.json
attnviz explain own.json | grep Training
attnviz explain own.json --format json | grep -o '"kept_step":[^,]*,"validation_loss":[^,]*'
attnviz train l.json --patience 1 -o p.safetensors --log p.tsv
cat p.tsv
printf '{"attnviz":1,"title":"Losses","given":{"T":{"array":"l.tsv"}},"steps":[
{"plot":{"x":"row(Tᵀ, 1)","y":["row(Tᵀ, 2)","row(Tᵀ, 3)"],"legend":["loss","on validation"]}}]}' >plot.json
attnviz explain plot.json
attnviz heatmap plot.json -o plot.png
ls *.png
