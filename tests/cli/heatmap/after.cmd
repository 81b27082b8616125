# maps of before and after, by --show, and where a step draws one behind the training; by an index too
titles() { attnviz heatmap --read "$1" | grep -o '"title":"[^"]*","scale"'; }
cat >l.json <<'.'
{ "attnviz": 1, "title": "Two heads", "sequences": { "heads": 2 }, "indices": { "j": "heads" },
  "learned": { "W_j": { "random": [2, 2] } },
  "steps": [ { "compute": ["A_j = softmax(W_j)", "L = sum(sum(A_1 ⊙ A_2))"], "heatmap": "A_j" },
             { "train": { "loss": "L", "steps": 9, "rate": 1 } },
             { "heatmap": ["A_j", "A_1 - A_2"] } ] }
.
attnviz heatmap l.json -o own.png
titles own.png
attnviz heatmap l.json --at j=2 -o second.png
titles second.png
attnviz heatmap l.json --show 'W_1,after(W_1),after(A)' -o asked.png
titles asked.png
attnviz heatmap l.json --show 'after(A)' --at j=2 -o one.png
titles one.png
attnviz heatmap l.json --show 'after(A)_1' -o none.png
