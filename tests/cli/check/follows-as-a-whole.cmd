cat >masked.json <<'END'
{"attnviz": 1, "title": "T", "sequences": {"word": ["a", "b"]}, "indices": {"i": "word", "k": "word"},
 "given": {"B": {"rows": "word", "cols": "word", "values": [[0, 3], [1, 0.5]]}},
 "steps": [{"compute": ["M_{i,k} = k ≤ i", "A = mask(B, M)"]}]}
END
echo '{"M": [[0, 1], [0, 0]], "A": [["-inf", 3], ["-inf", "-inf"]]}' | attnviz check ./masked.json -
echo '{"M": [[0, 1], [0, 0]], "A": [[0, "-inf"], [1, 0.5]]}' | attnviz check ./masked.json -
echo '{"M": [[0, 1], [0, 0]], "A": [["-inf", "-inf"], ["-inf", "-inf"]]}' | attnviz check ./masked.json -
