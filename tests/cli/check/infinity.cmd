printf '0,−∞\n1,0.5\n' >A.csv
cat >masked.json <<'END'
{"attnviz": 1, "title": "T", "sequences": {"word": ["a", "b"]}, "indices": {"i": "word", "k": "word"},
 "given": {"B": {"rows": "word", "cols": "word", "values": [[0, 3], [1, 0.5]]}},
 "steps": [{"compute": ["M_{i,k} = k ≤ i", "A = mask(B, M)"]}]}
END
attnviz check ./masked.json A.csv
echo '{"A": [[0, "−∞"], [1, 0.5]]}' | attnviz check ./masked.json -
printf '0,\n1,0.5\n' >A.csv
attnviz check ./masked.json A.csv
