# a lesson whose examples are not there computes, writes and checks, and says what is missing where it needs them
sed 's/word-by-word.tsv/lost.tsv/' "$EXAMPLES/word-by-word.json" >lost.json
sed 's/"examples": "word-by-word.tsv", //' "$EXAMPLES/word-by-word.json" >none.json
echo '[1]' >p.json
for lesson in lost none; do
    attnviz evaluate $lesson.json; echo $?
    attnviz evaluate $lesson.json --examples "$EXAMPLES/word-by-word.tsv" -n 2
    attnviz explain $lesson.json | head -n 1
    attnviz generate $lesson.json
    attnviz heatmap $lesson.json -o map.png
    attnviz check $lesson.json p=p.json
done 2>&1
printf '{"attnviz":1,"title":"T","sequences":{"s":{"input":"x","default":"a"}},"learned":{"w":3},
"steps":[{"compute":"L = w^2 + 0 sum(s)"},{"train":{"loss":"L","steps":2,"rate":0.1,
"examples":"lost.txt","inputs":["x"]}}]}' >train.json
attnviz train train.json 2>&1; echo $?
