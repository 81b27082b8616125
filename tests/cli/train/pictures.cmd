# examples with a picture each, named from its pixels alone: the loss falls, and pictures never seen are named as well
cp "$LESSONS/dog.png" .
printf '{"attnviz-corpus":1,"picture":[32,32],"colours":{"red":["#c8241e"],"blue":["#2450b8"]},"grounds":{
"grass":{"phrase":"grass","colours":["#6aa544","#5a963c"]},"sand":{"phrase":"sand","colours":["#e0c48c","#d8b878"]},
"snow":{"phrase":"snow","colours":["#dfe7f0"]}},"things":{"ball":{"parts":["colour ellipse 50 50 50 50"]},
"box":{"parts":["colour polygon 0 0 100 0 100 100 0 100"]}},"sizes":{"":[30,50]},"captions":["GROUND"],
"questions":["is it ?GROUND | yes/no"]}' >grounds.json
printf '{"attnviz":1,"title":"Grounds","weights":"w.safetensors",
"sequences":{"v":["grass","sand","snow"],"s":{"input":"caption","in":"v","next":"P","most":1}},
"given":{"X":{"pixels":"dog.png","grid":[4,4],"input":"picture"}},
"learned":{"W":{"random":[3,3],"scale":0.1},"b":{"fill":0,"size":[3]}},
"steps":[{"compute":["c = mean(Xᵀ)","P = softmax(outer(1 + 0 s, 6 c W + b))","L = cross_entropy(P, s)"]},
{"train":{"loss":"L","steps":150,"rate":0.1,"method":"adam","batch":16,
"examples":{"corpus":"grounds.json","n":200,"part":"train"},"inputs":["picture","caption"],
"validation":{"corpus":"grounds.json","n":40,"part":"validation"}}}],
"evaluate":{"examples":{"corpus":"grounds.json","n":100,"part":"test"},"inputs":["picture","caption"],"exact":"s"}}' >l.json
attnviz train l.json
attnviz evaluate l.json
# a column and its input are of one kind
sed 's/"inputs":\["picture","caption"\]/"inputs":["caption","picture"]/' l.json >turned.json
attnviz train turned.json 2>&1
sed 's/"corpus":"grounds.json"/"corpus":"grounds.json","questions":true/' l.json >asked.json
attnviz train asked.json 2>&1
sed 's/"examples":{"corpus":"grounds.json","n":200,"part":"train"}/"examples":"l.tsv"/' l.json >file.json
printf 'grass\tgrass\n' >l.tsv
attnviz train file.json 2>&1
