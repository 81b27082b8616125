# a definition is exchanged; tokens have no difference
cat >lesson.json <<'END'
{ "attnviz": 1, "title": "Without", "sequences": { "s": ["a", "b"] }, "given": { "q": [1, 2] },
  "define": { "score(x)": "x", "two(x)": ["y = x", "y + y"] },
  "steps": [ { "compute": ["e = score(q)", "w = argmax(e)", "n = two(1)"] } ],
  "switches": { "sign": ["score(z) = (-z)"], "two": ["two(x) = x"], "word": ["w = argmax(score(-q)) "] } }
END
attnviz explain lesson.json --without sign
attnviz explain lesson.json --without two --without word --set 'q_1 = 3'
