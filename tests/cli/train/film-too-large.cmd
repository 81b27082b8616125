# more maps than one picture holds are refused before any training, as a film and as a strip
# slow under sanitizers
cat >l.json <<'.'
{ "attnviz": 1, "title": "Many", "sequences": { "head": 200 }, "indices": { "j": "head" },
  "given": { "X": { "random": [2, 9000] } }, "learned": { "w": 3 },
  "steps": [ { "compute": ["P_j = w j X", "L = w^2"] },
             { "train": { "loss": "L", "steps": 2, "rate": 0.1, "watch": "P_j" } } ] }
.
attnviz train l.json --film f.png; echo $?
attnviz train l.json --film f.png --strip; echo $?
attnviz train l.json --film f.png --watch P_7 | tail -1
ls
