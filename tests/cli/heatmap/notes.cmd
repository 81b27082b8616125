# what a lesson notes of its maps stands under them, where no more than a third of the words are unknown, signs not counted
cat >l.json <<'END'
{ "attnviz": 1, "title": "T", "lengths": { "n": "s" }, "indices": { "i": "s", "h": "heads" },
  "sequences": { "training": { "tokens": ["le", "chat", "noir", "dort", ".", ",", "?"], "unknown": "?" },
    "s": { "input": "s", "default": "le chat noir dort .", "in": "training" }, "heads": 2 },
  "switches": { "first": ["a_i = one_hot(1, n)"] },
  "steps": [ { "compute": ["a_i = one_hot(i, n)", "A_h = a"] },
    { "say": "Both.", "heatmap": { "of": "A_h", "notes": ["looks at\nitself in 5 of 5", ""] } } ] }
END
note() { attnviz heatmap --read l.png | grep -o '"note":"[^"]*"\|"title":"A[^"]*"'; }
try() { echo "== $*"; attnviz heatmap l.json "$@" -o l.png >/dev/null && note | grep note; }
try; note
try --input s='le chat gris dort .'          # 1 of 4
try --input s='le chat gris'                 # 1 of 3: a third is not more than that
try --input s='le chat gris vit .'           # 2 of 4
try --input s='gris , . , .'                 # one word
try --input s='LE CHAT , , кот .'            # letters of words too are shared: 1 of 3
try --input s='. , кот . ,'                  # a script that no word has
try --input s='Élan vital ,'                 # É is e, but the words are others
try --input s='. ,'                          # no word
try --show A_2
try --at h=1
try --without first --show A_1
attnviz explain l.json | grep -A 1 head
attnviz explain l.json --set 'A_{1,1,1}=1' | grep 'These maps'
attnviz explain l.json --format json | grep -o '"notes.*'
