# scores divided by their sum, without exp
attnviz explain self-attention --save S=S.json -o /dev/null
cat > n.json <<'END'
{"attnviz": 1, "title": "n", "given": {"S": { "array": "S.json" }},
 "steps": [{"compute": "B = (Sᵀ / sum(S))ᵀ"}]}
END
attnviz explain n.json --save B=b.csv -o /dev/null
attnviz check self-attention A=b.csv
attnviz check self-attention A=b.csv --hint
