# the examples of a file are cut as its vocabulary's language says: two words here, and a mark
printf '%s\n' "<mask>" do "n't" know "<unknown>" >words.txt
printf "don't <mask>\t1 2 3\n" >examples.tsv
cat >l.json <<'EOF'
{ "attnviz": 1, "title": "T", "sequences": {
    "v": { "file": "words.txt", "unknown": "<unknown>", "language": "en" }, "places": ["1", "2", "3"],
    "s": { "input": "s", "default": "don't <mask>", "in": "v" },
    "y": { "input": "y", "default": "1 2 3", "in": "places" } },
  "learned": { "w": 1 },
  "steps": [ { "compute": "L = w sum((s - y) ⊙ (s - y))", "show": ["s", "L"] },
    { "train": { "loss": "L", "steps": 1, "rate": 0.1, "examples": "examples.tsv", "inputs": ["s", "y"] } } ] }
EOF
attnviz explain l.json --only s,L
attnviz train l.json -o w.safetensors | grep Loss
sed 's/, "language": "en"//' l.json >none.json
attnviz train none.json -o w.safetensors
