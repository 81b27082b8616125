# rows that are masked, even, and, by what-if, no longer shared out; a map that is drawn, but that
# softmax did not make; words of a vocabulary, which are none; elements of which not all are maps;
# the axes of plots
cat >reading.json <<'LESSON'
{ "attnviz": 1, "title": "Reading",
  "sequences": { "words": ["a", "b", "c"] }, "indices": { "t": "words", "j": "words" },
  "given": { "S": [[1, 2, 2], [3, 0, 0]], "M": [[1, 1, 1], [0, 1, 1]], "x": [1, 2, 4],
             "D": [[0.5, 0.5], [0.25, 0.75]], "N": [[0.5, 0.5], [0.25, 0.75]] },
  "steps": [ { "compute": ["A = softmax(mask(S, M))", "w_1 = softmax(x)", "w_2 = x"],
               "heatmap": ["A", "D"] },
             { "compute": "p_t = softmax(x)", "plot": { "x": "x", "y": ["p_1", "p_2"], "log": "x" } },
             { "plot": { "x": "words", "y": "p_1", "log": "xy" } } ] }
LESSON
attnviz explain reading.json --format json --only A,w,p,D,N
attnviz explain reading.json --format json --only A --set 'A_{1,1} = 0.5' | grep -o '"reading.*'
