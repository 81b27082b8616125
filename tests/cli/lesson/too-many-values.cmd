# what is too much in a formula is found before the first number is computed
ones() { seq -s , "$1" | sed 's/[0-9]\{1,\}/1/g'; }
echo '{"attnviz":1,"title":"T","steps":[{"compute":"x = log(0)"},{"compute":"y = ['"$(ones 65)"']"}]}' >l.json
attnviz explain l.json
echo '{"attnviz":1,"title":"T","define":{"f(x)":"x"},"steps":[{"compute":"x = log(0)"},
{"compute":"a, b, c, d, e, g, h, k, l = f(1)"}]}' >l.json
attnviz explain l.json
