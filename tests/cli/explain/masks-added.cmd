# a mask that is added: with mask(S, M) refused, with S + M computed, and made 1 and 0 of a file where one part is 0 alone
lesson() {
    echo '{"attnviz":1,"title":"T","sequences":{"words":["a","b"],"head":2},"indices":{"j":"head"},
      "given":{"S":[[1,2],[3,4]],"M":[[0,-10000],[0,0]],"B_j":{"array":"b.json","mask":true}},
      "steps":[{"compute":'"$1"'}]}' >t.json
    attnviz explain ./t.json
}
echo '[[[0,-1e9],[0,0]],[[0,0],[0,0]]]' >b.json
lesson '"A = softmax(mask(S, M))"'
lesson '"A = softmax(S + M)"'
lesson '"A_j = softmax(mask(S, B_j))"'
echo '[[[0,0],[0,0]],[[0,0],[0,0]]]' >b.json
lesson '"A_j = softmax(mask(S, B_j))"'
