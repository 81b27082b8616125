cat >l.json <<'END'
{ "attnviz": 1, "title": "W", "sequences": { "v": { "tokens": ["the", "u"], "unknown": "u" },
  "s": { "input": "s", "in": "v" } }, "steps": [{ "compute": "k = known(s)" }] }
END
attnviz explain l.json --sentence 'The cat, the dog'; attnviz explain l.json --sentence 'a b c d e f g h i j a' | sed -n 4,5p
