# pieces are the places of a sequence; maps show whole words, summed and averaged; what is learned from is spelled too
attnviz corpus pairs -n 300 >pairs.tsv
attnviz tokenizer pairs.tsv --column 1 -o french.json --language fr --size 310 >/dev/null
attnviz tokenizer pairs.tsv --column 2 -o english.json --language en --size 310 >/dev/null
cat >pieces.json <<'END'
{
  "attnviz": 1,
  "title": "Pieces",
  "sequences": {
    "french": { "tokenizer": "french.json" },
    "words": { "input": "sentence", "default": ["Le", "chat", "l'homme"], "in": "french" }
  },
  "indices": { "i": "words" },
  "lengths": { "n": "words", "F": "french" },
  "given": { "E": { "fill": 1, "size": ["F", 2] } },
  "steps": [
    { "compute": ["X = row(E, words)", "A = softmax(X Xᵀ)"], "show": ["words", "A"], "heatmap": "A" }
  ]
}
END
attnviz explain pieces.json --only words
attnviz heatmap pieces.json -o whole.png && attnviz heatmap --read whole.png
attnviz heatmap pieces.json -o pieces.png --spelled --sentence "l'été" && attnviz heatmap --read pieces.png
cat >learns.json <<'END'
{
  "attnviz": 1,
  "title": "Learns",
  "sequences": {
    "french": { "tokenizer": "french.json" },
    "english": { "tokenizer": "english.json" },
    "source": { "input": "source", "default": "le chat", "in": "french" },
    "target": { "input": "target", "in": "english", "next": "p", "end": "<end>", "most": 12 },
    "before": { "from": "target", "first": "<start>" }
  },
  "indices": { "t": "target" },
  "lengths": { "m": "target", "F": "french", "V": "english" },
  "given": { "d": 8 },
  "learned": {
    "E": { "rows": "french", "random": ["F", "d"] },
    "Y": { "rows": "english", "random": ["V", "d"] },
    "W": { "cols": "english", "random": ["d", "V"] }
  },
  "steps": [
    { "compute": ["A = softmax(row(Y, before) row(E, source)ᵀ)", "p = softmax((A row(E, source) + row(Y, before)) W)"],
      "show": [] },
    { "compute": "L = cross_entropy(p, target)", "show": ["L"] },
    { "train": { "loss": "L", "steps": 30, "rate": 0.05, "method": "adam", "batch": 4,
                 "examples": "lines.tsv", "inputs": ["source", "target"] } }
  ]
}
END
printf "le chat\tthe cat isn't\nle chat noir\tthe black cat isn't\n" >lines.tsv
attnviz train learns.json -o learns.safetensors | tail -n 3
sed "s,learned,weights\": \"learns.safetensors\"\, \"learned," learns.json >knows.json
attnviz generate knows.json --sentence "le chat noir"
