# a folder of pictures, as corpus -o makes it: the figures are those of the corpus that it was made from
cp "$LESSONS/dog.png" .
printf '{"attnviz-corpus":1,"picture":[32,32],"colours":{"red":["#c8241e"],"blue":["#2450b8"]},"grounds":{
"grass":{"phrase":"grass","colours":["#5a963c"]}},"things":{"ball":{"parts":["colour ellipse 50 50 50 50"]},
"box":{"parts":["colour polygon 0 0 100 0 100 100 0 100"]}},"sizes":{"":[25,35]},"captions":["COLOUR","NOUN"],
"questions":["NOUN | COLOUR"],"held-out":{"always":["red box"]}}' >things.json
printf '{"attnviz":1,"title":"Red","sequences":{"v":["red","blue","ball","box"],
"s":{"input":"caption","in":"v","next":"P","most":1}},
"given":{"X":{"pixels":"dog.png","grid":[4,8],"input":"picture"},"r":[2,-1,-1],"p":[3,1,2,1]},
"steps":[{"compute":["P = softmax(outer(1 + 0 s, p))","α = softmax(outer(1 + 0 s, X r))"]}],
"evaluate":{"examples":{"corpus":"things.json","n":60,"part":"test"},"inputs":["picture","caption"],"exact":"s",
"looks":[{"map":"α","to":"box","grid":[4,8]}]}}' >l.json
attnviz corpus things.json -n 60 --part test --roles -o made
attnviz evaluate l.json >of-corpus
attnviz evaluate l.json --examples made >of-folder
sed 's/, part test/, part all/' of-corpus | cmp - of-folder && cat of-folder
# without the kinds of words
attnviz corpus things.json -n 3 --part test -o plain
attnviz evaluate l.json --examples plain
attnviz evaluate l.json --examples made -n 2
attnviz corpus ./plain
# questions have their answers behind them
attnviz corpus things.json -n 2 --questions -o asked
attnviz corpus ./asked --roles | cut -f 1,2,4
# what is wrong there
attnviz evaluate l.json --examples made --part test 2>&1
attnviz evaluate l.json --examples none 2>&1
mkdir empty && attnviz evaluate l.json --examples empty 2>&1
try() { printf "$1" >plain/examples.tsv && attnviz corpus ./plain 2>&1; }
try '000001.png\tred\t0:1,2,3,4\n'
try '000001.png\tred\t0:1,2,3\t-\n'
try '000001.png\tred\t1:1,2,3,4\t-\n'
try '000001.png\tred\t0:1,2,33,4\t-\n'
try '000001.png\tred ball\t1:1,2,3,4 0:1,2,3,4\t-\n'
try '000001.png\tred ball\t\t-\tnoun\n'
try '000001.png\tred\t\t-\tnoun noun\n'
try '000001.png\tred\t\t-\tnoun\tmore\n'
try '000001.png\ta\tb\t\t-\tnoun\tmore\n'
try '000001.png\t \t\t-\n'
try '../made/000001.png\tred\t\t-\n'
try '000009.png\tred\t\t-\n'
try '\n'
