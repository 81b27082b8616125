# a loss that is not a number, and one that cannot be computed
lesson() {
    echo '{"attnviz":1,"title":"T","given":{"x":[1,2]},"learned":{"w":{"random":[2]}},
 "steps":[{"compute":"y = w ⊙ x"},{"train":{"loss":"'"$1"'","steps":2,"rate":0.1}}]}' >l.json
    attnviz train l.json
    attnviz explain l.json
}
lesson y
lesson 'y · [1, 2, 3]'
