# where each word looks, by the number of words to there: two back, as its formula says
cat >l.json <<'LESSON'
{"attnviz":1,"title":"T","lengths":{"n":"sentence"},"indices":{"i":"sentence"},
 "evaluate":{"examples":{"corpus":"reading","n":20,"part":"test"},"inputs":["sentence","original","marks"],
  "looks":[{"map":"A","to":-2},{"map":"A","to":3}]},
 "sequences":{"kinds":["0","1","2"],"words":{"tokens":["<unknown>"],"unknown":"<unknown>"},
  "sentence":{"input":"sentence","default":"a b","in":"words"},
  "original":{"input":"original","default":{"from":"sentence"},"in":"words"},
  "marks":{"input":"marks","default":{"from":"sentence","each":"0"},"in":"kinds"}},
 "steps":[{"compute":["A_i = one_hot(max(1, i - 2), n)"]}]}
LESSON
attnviz evaluate l.json | sed 's,  *(.*,,' | grep -e back -e ' on:'
