# where each word looks, by the number of words to there: two back, as its formula says
printf 'a b c d e\tx\nf g h\ty\n' >pairs.tsv
cat >l.json <<'LESSON'
{"attnviz":1,"title":"T","lengths":{"n":"sentence"},"indices":{"i":"sentence"},
 "evaluate":{"examples":{"corpus":"pairs.tsv","part":"all"},"inputs":["sentence"],
  "looks":[{"map":"A","to":-2},{"map":"A","to":3}]},
 "sequences":{"sentence":{"input":"sentence","default":"a b"}},
 "steps":[{"compute":["A_i = one_hot(max(1, i - 2), n)"]}]}
LESSON
attnviz evaluate l.json
