# of three words: divided by √3, not by √4
attnviz explain self-attention --save S=S.json -o /dev/null
cat > n.json <<'END'
{"attnviz": 1, "title": "n", "given": {"S": { "array": "S.json" }},
 "steps": [{"compute": ["A = softmax(S / √3)"]}]}
END
attnviz explain n.json --save A=a.csv -o /dev/null
attnviz check self-attention A=a.csv
attnviz check self-attention A=a.csv --hint
