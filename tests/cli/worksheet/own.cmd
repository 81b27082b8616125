cat >own.json <<'LESSON'
{ "attnviz": 1, "title": "Shares\u001b[2J & <b>", "sequences": { "w": ["a_b", "|", "$x^2", "…"] },
  "given": { "x": { "cols": "w", "values": [1, 2, 3, 4] }, "k": { "random": [2] }, "b": [1, 0] },
  "steps": [
    { "say": "`x` has {=width(x)} numbers, the first is {=x_1}.", "show": ["x"] },
    { "say": "The largest share is {=max(α):%}, of '{=argmax(α)}'.", "compute": ["α = softmax(x)", "m = argmax(α)"] },
    { "compute": ["y = b + 2 b", "s = sum(k)", "n = 2 width(x)"] },
    { "say": "That is all." } ],
  "vary": { "x": { "quarters": [-1, 1] }, "b": { "integers": [2, 9], "keep": "zeros" }, "check": "argmax(α) == w_2" } }
LESSON
attnviz worksheet ./own.json; attnviz worksheet ./own.json --format markdown
attnviz worksheet ./own.json -o own.pdf --partly && head -c 5 own.pdf
