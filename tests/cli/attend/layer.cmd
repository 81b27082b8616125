# X and the weights of a layer in place of Q, K and V
cat > my.json <<'END'
{"X": [[1, 0, 0.5], [0, 1, 1]],
 "W_Q": [[1, 0], [0, 1], [0.5, 0]], "W_K": [[1, 0], [0, 2], [0, 1]],
 "W_V": [[1, 0, 1, 2], [0, 1, 0, 1], [1, 1, 0, 0]],
 "b_Q": [0, 0.5], "W_O": [[1], [0], [1], [2]], "b_O": [0.5]}
END
echo '["I", "you"]' > words.json
attnviz attend my.json --tokens words.json --arithmetic Y_1,1
attnviz attend my.json --heads 2 --causal --only A,O,Y --save Q,Y=out.json && cat out.json
attnviz explain masked --save X,W_Q,W_K,W_V=layer.npz --save Z=Z.csv -o - >/dev/null && attnviz attend layer.npz --causal --only Z; cat Z.csv
