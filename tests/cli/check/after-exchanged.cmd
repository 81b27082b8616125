# the value of the other side of the training in its place; what follows from nothing finds its slip on its own side
cat >trained.json <<'.'
{ "L": 0.0027, "A": [[0.0469, 0.8028, 0.1503], [0.7720, 0.0512, 0.1768], [0.0664, 0.7713, 0.1623]] }
.
attnviz check learning trained.json
attnviz check learning trained.json --hint
attnviz explain learning --without scale --set 'η = 0.3' --only 'A' --save A=A.csv -o /dev/null
attnviz check learning A.csv
attnviz explain learning --save 'X,after(Q),after(K)=qk.json' -o /dev/null
attnviz explain learning --save 'softmax(after(Q) after(K)^T)=unscaled.csv' -o /dev/null
attnviz check learning 'after(A)=unscaled.csv'
