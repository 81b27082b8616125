# words and matrices of one's own, of another size
cat > mine.json <<'END'
{"words": ["I", "see"], "X": [[1, 0], [0, 1]],
 "W_Q": [[1, 2], [0, 1]], "W_K": [[1, 0], [0, 2]], "W_V": [[1, 0, 1], [0, 1, 0]],
 "b_Q": [0, 0.5], "b_K": [0, 0], "b_V": [0, 0, 1]}
END
attnviz explain self-attention --given mine.json
attnviz explain self-attention --given mine.json --only Z --without scale --arithmetic A_1,2 --set 'W_V = [[1], [2]]' --set 'b_V = [0]'
attnviz explain self-attention --set 'X = [[1, 0, 0, 0], [0, 1, 0, 1]]' --only A
attnviz explain self-attention --save X=X.npz -o /dev/null && attnviz explain self-attention --given X.npz --only X
attnviz heatmap self-attention --given mine.json -o p.png && attnviz heatmap --read p.png
