# a sequence that is to grow has no words to look at while the model learns: the first example's are shown
printf 'b a\tB A .\na\tA .\n' >examples
cat >lesson.json <<'END'
{"attnviz": 1, "title": "T",
 "sequences": {"v": ["a", "b"], "V": ["A", "B", "."],
  "s": {"input": "source", "default": "a b", "in": "v"},
  "t": {"input": "target", "in": "V", "next": "P", "end": ".", "most": 3},
  "before": {"from": "t", "first": "."}},
 "indices": {"i": "s", "k": "t"},
 "learned": {"K": [[1, 0], [0, 1]], "Q": [[1, 2], [0, 1], [1, 0]], "W": [[1, 0, 2], [0, 1, 0]]},
 "steps": [
  {"compute": ["A = softmax(row(Q, before) row(K, s)^T)", "P = softmax(A row(K, s) W)"]},
  {"compute": "L = cross_entropy(P, t)"},
  {"train": {"loss": "L", "steps": 2, "rate": 0.1, "examples": "examples",
   "inputs": ["source", "target"], "watch": "A", "every": 2}}]}
END
attnviz explain ./lesson.json | sed -n '/Training/,$p'
attnviz explain ./lesson.json --input target='A B .' | grep -A 5 Before
