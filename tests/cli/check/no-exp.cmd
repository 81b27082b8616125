# scores divided by their sum, without exp
attnviz explain self-attention --save S=S.json -o /dev/null
cat > n.json <<'END'
{"attnviz": 1, "title": "n", "given": {"S": { "array": "S.json" }},
 "steps": [{"compute": "B = (Sᵀ / sum(S))ᵀ"}]}
END
attnviz explain n.json --save B=b.csv -o /dev/null
attnviz check self-attention A=b.csv
attnviz check self-attention A=b.csv --hint
# under a causal mask too
cat > masked.json <<'END'
{"attnviz": 1, "title": "masked", "given": {"S": [[1, 2, 3], [2, 1, 4], [1, 1, 2]]},
 "steps": [{"compute": "A = softmax(mask(S))"}]}
END
echo '{"A": [[1, 0, 0], [0.66666667, 0.33333333, 0], [0.25, 0.25, 0.5]]}' > mine.json
attnviz check masked.json mine.json
