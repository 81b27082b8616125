# A lesson warns of its input: where the formula is true, below the words that it wrote.
cat >w.json <<'END'
{ "attnviz": 1, "title": "Far", "sequences": { "v": ["a", "b", "<end>"],
    "o": { "input": "o", "in": "v", "next": "p", "end": "<end>", "most": 3 } },
  "indices": { "t": "o" }, "given": { "q": [1, 2], "m": [0.1, 0.2, 0.7] },
  "steps": [{ "compute": ["d = norm(q)", "p_t = m"],
              "warn": { "that": "d > 2", "say": "Far from all it learned: {=d:1}, `d > 2`." } }] }
END
attnviz explain ./w.json --only d
attnviz explain ./w.json --only d --set q_1=0
attnviz explain ./w.json --format json | grep warnings
attnviz generate ./w.json
sed 's/, "say": "Far.*" }/ }/' w.json >without.json
attnviz explain ./without.json
attnviz explain ./w.json | grep -c checks
