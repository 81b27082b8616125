# d_k = width(Q) is the same number: the formula that is told is the one that makes another
cat >A.json <<'END'
{"A": [[1.0, 0.0, 0.0, 0.0, 0.0],
       [0.4349, 0.5651, 0.0, 0.0, 0.0],
       [0.2007, 0.3792, 0.4201, 0.0, 0.0],
       [0.1306, 0.3207, 0.4385, 0.1102, 0.0],
       [0.0421, 0.0994, 0.1092, 0.5916, 0.1577]]}
END
attnviz check masked A.json
