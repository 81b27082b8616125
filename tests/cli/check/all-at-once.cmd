# of so many elements that the formula is computed for all at once, one, a row and all
cat >l.json <<'LESSON'
{"attnviz":1,"title":"T","sequences":{"s":16},"indices":{"i":"s","j":"s"},
 "steps":[{"compute":["x_i = √i","e_{i,j} = x_i · x_j / 2"]}]}
LESSON
echo 3 | attnviz check l.json e_{4,9}=-
echo '[0.5, 0.7071, 0.866, 1, 1.118, 1.2247, 1.3229, 1.4142, 1.5, 1.5811, 1.6583, 1.7321, 1.8028, 1.8708, 1.9365, 2]' |
    attnviz check l.json e_1=-
echo 6 | attnviz check l.json e_{9,16}=-
echo 2 | attnviz check l.json e_{9,17}=-
