# what one's own values do not have is left out, and the loops around it go on
cat >loop.json <<'END'
{ "attnviz": 1, "title": "Loops", "sequences": { "words": ["aa", "bb", "cc"] }, "indices": { "i": "words" },
  "given": { "X": { "rows": "words", "values": [[1, 2], [2, 3], [3, 5]] } },
  "steps": [
    { "compute": "Y = X Xᵀ", "arithmetic": ["Σ_i Y_{i,3}", "Y_{1,1}"] },
    { "show": "Y_3" },
    { "for": "i", "steps": [ { "compute": "q_i = Y_i", "show": ["q_{i,3}"], "arithmetic": ["Y_{i,3}", "Y_{i,1}"] } ] } ] }
END
attnviz explain loop.json --set 'X = [[1, 2], [3, 4]]'
attnviz explain bottleneck --set most=1 --only with
attnviz explain analogy --set 'glass = [0, 1]'
