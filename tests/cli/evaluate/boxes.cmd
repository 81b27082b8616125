# captions of pictures: known and held-out combinations apart, and whether the map's largest weight lies in the box of the
# word, beside a region at random; this map looks for what is red, and finds nothing that is blue
cp "$LESSONS/dog.png" .
printf '{"attnviz-corpus":1,"picture":[32,32],"colours":{"red":["#c8241e"],"blue":["#2450b8"]},"grounds":{
"grass":{"phrase":"grass","colours":["#5a963c"]}},"things":{"ball":{"parts":["colour ellipse 50 50 50 50"]},
"box":{"parts":["colour polygon 0 0 100 0 100 100 0 100"]}},"sizes":{"":[25,35]},
"captions":["NOUN","COLOUR","COLOUR"],"held-out":{"always":["red box"]}}' >things.json
lesson() {
    printf '{"attnviz":1,"title":"Red","sequences":{"v":["red","blue","ball","box"],
"s":{"input":"caption","in":"v","next":"P","most":1}},
"given":{"X":{"pixels":"dog.png","grid":[4,8],"input":"picture"},"r":[2,-1,-1],"p":[3,1,2,1]},
"steps":[{"compute":["P = softmax(outer(1 + 0 s, p))","α = softmax(outer(1 + 0 s, X r))"]}],
"evaluate":{"examples":{"corpus":"things.json","n":200,"part":"test"},"inputs":["picture","caption"],"exact":"s",
"looks":[%s]}}' "$1" >l.json
}
lesson '{"map":"α","to":"box","grid":[4,8]},{"map":"α","from":"noun","to":"box","grid":[4,8]}'
attnviz evaluate l.json
attnviz evaluate l.json --format json
# what a look at boxes needs
lesson '{"map":"α","to":"box"}'
attnviz evaluate l.json 2>&1
lesson '{"map":"α","to":1,"grid":[4,8]}'
attnviz evaluate l.json 2>&1
lesson '{"map":"α","to":"box","grid":[8,8]}'
attnviz evaluate l.json 2>&1
