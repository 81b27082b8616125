# signs of TeX, words of several scripts, a call inside a call
cat >words.json <<'END'
{ "attnviz": 1, "title": "\\input{x} 100 % #1 \"a_b\" ~^", "define": { "half(x)": "x / 2" },
  "sequences": { "words": ["我爱", "مرحبا بكم", "привет", "[a]", "*"] }, "indices": { "i": "words" },
  "given": { "x_i": [1, 2, 3, 4, 5] },
  "steps": [ { "say": "α → β, `词_源` is {=argmax(x)}.", "compute": "词_源 = softmax(x / 3)", "heatmap": "词_源" },
             { "compute": "h = half(6)", "zoom": true } ] }
END
attnviz explain words.json --format latex | sed '1,/begin{document}/d'
