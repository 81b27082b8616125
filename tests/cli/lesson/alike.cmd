# names that cannot be seen or told apart, wherever names come in; and those that can
lesson() {
    printf '{"attnviz":1,"title":"T",%s}' "$1" >l.json
    attnviz explain ./l.json
}
for code in 115f 3164 ffa0 2800 200d 200c 034f fe0f; do
    lesson '"given":{"\u'$code'":1},"steps":[]' 2>&1 | head -n 1
done
for code in 3164 200d 034f; do
    lesson '"sequences":{"w\u'$code'":["a"]},"steps":[]' 2>&1 | head -n 1
    lesson '"sequences":{"w":["a"]},"indices":{"\u'$code'":"w"},"steps":[]' 2>&1 | head -n 1
    lesson '"sequences":{"w":["a"]},"lengths":{"n\u'$code'":"w"},"steps":[]' 2>&1 | head -n 1
    lesson '"define":{"f(x\u'$code')":"1"},"steps":[]' 2>&1 | head -n 1
    lesson '"steps":[{"compute":"a_\u'$code' = 1"}]' 2>&1 | head -n 1
done
lesson '"given":{"µ":1},"steps":[{"compute":"a = mu"}]'
lesson '"given":{"ε":1,"ϵ":2},"steps":[]'
lesson '"sequences":{"a":["b"]},"given":{"а":2},"steps":[]'
lesson '"sequences":{"w":["b"]},"indices":{"i":"w"},"given":{"x_i":[1]},"steps":[{"compute":"y = x_і"}]'
lesson '"define":{"f(x)":"х"},"steps":[]'
lesson '"given":{"Qа":1},"steps":[]'
lesson '"given":{"a":1,"α":2,"v":3,"ν":4},"steps":[{"compute":["Δt = a α","αmax = v ν Δt"]}]'
lesson '"given":{"X":[[1,3]],"ϵ":3},"steps":[{"compute":"Y = layer_norm(X, 1, 0, ϵ)"}]'
attnviz explain ./l.json --set 'Х = 3'
attnviz explain ./l.json --set 'ϵ = 0' --only Y
