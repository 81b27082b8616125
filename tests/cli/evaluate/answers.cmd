# vectors held against the marks of a corpus: at all words, at one role, at one by the words in between; one
# that says nothing was replaced is right as often as awk counts that
cat >nothing.json <<'LESSON'
{"attnviz":1,"title":"T",
 "evaluate":{"examples":{"corpus":"reading","n":300,"part":"test"},"inputs":["sentence","original","marks"],
  "answers":[{"value":"none","right":"replaced"},
   {"value":"none","right":"replaced","at":"verb"},
   {"value":"none","right":"replaced","at":"verb","after":"subject"},
   {"value":"none","right":"replaced","at":"verb","after":"subject","between":[2,4]},
   {"value":"none","right":"replaced","at":"no-such-role"}]},
 "sequences":{"kinds":["0","1","2"],"words":{"tokens":["<unknown>"],"unknown":"<unknown>"},
  "sentence":{"input":"sentence","default":"a b","in":"words"},
  "original":{"input":"original","default":{"from":"sentence"},"in":"words"},
  "marks":{"input":"marks","default":{"from":"sentence","each":"0"},"in":"kinds"}},
 "steps":[{"compute":["replaced = marks == 2","none = marks > 3"]}]}
LESSON
attnviz evaluate nothing.json
attnviz corpus reading -n 300 --part test | awk -F '\t' '{
    n = split($3, mark, " "); words += n; for (i in mark) right += mark[i] != 1
} END { printf "%d of %d\n", right, words }'
attnviz evaluate nothing.json --format json | grep -o '"answers":.*'
