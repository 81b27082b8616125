# a value that is words on one side alone is not compared
cat > w.json <<'END'
{ "attnviz": 1, "title": "Words or numbers",
  "sequences": { "v": ["aa", "bb", "cc"], "w": { "tokens": ["bb", "cc"], "in": "v" } },
  "given": { "p": [1, 3] },
  "switches": { "words": ["u = p"] },
  "steps": [{ "compute": "u = w" }] }
END
attnviz explain w.json --without words
