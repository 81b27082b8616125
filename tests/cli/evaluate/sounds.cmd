# sounds: words that are wrong, and where the largest weight is, beside evenly spaced moments and a random frame
byte() { printf "\\$(printf %o "$1")"; }
number() { byte $(($1 % 256)); byte $(($1 / 256 % 256)); }
# spoken FILE SAMPLES: so many loud samples between silent ones
spoken() {
    { printf 'RIFF'; number $((36 + $2 + 400)); number 0; printf 'WAVEfmt \020\000\000\000\001\000\001\000'
        number 8000; number 0; number 8000; number 0; printf '\001\000\010\000data'; number $(($2 + 400)); number 0
        k=0; while [ $k -lt 50 ]; do printf '\200\200\200\200'; k=$((k + 1)); done
        k=0; while [ $k -lt $(($2 / 4)) ]; do printf '\210\370\170\010'; k=$((k + 1)); done
        k=0; while [ $k -lt 50 ]; do printf '\200\200\200\200'; k=$((k + 1)); done
    } >"$1"
}
mkdir spoken
for i in 1 2 3 4 5 6; do spoken spoken/yes-$i.wav $((1000 + 40 * i)); spoken spoken/no-$i.wav $((2000 + 40 * i)); done
for i in 1 2 3 4 5 6; do printf 'yes-%s.wav\tyes\t-\tnear\nno-%s.wav\tno\t-\n' $i $i; done >spoken/words.tsv
sed 's/\(-[56].wav.*\)-/\1held-out/' spoken/words.tsv >held.tsv && mv held.tsv spoken/words.tsv
printf '{"attnviz":1,"title":"Loud","sequences":{"v":["yes","no","<end>"],
"s":{"input":"said","in":"v","next":"P","end":"<end>","most":4},"b":{"from":"s","first":"<end>"}},
"given":{"x":{"sound":"spoken/yes-1.wav","rate":8000,"size":60000,"input":"sound"},
"N":{"rows":"v","cols":"v","values":[[0,1,0.5],[1,0,0],[1,0,0]]}},
"steps":[{"compute":["F = frames(x, 400, 400)","e = mean(F ⊙ F)","P = softmax(row(N, b))",
"α = softmax(outer(1 + 0 s, 9 e))"]}],
"evaluate":{"examples":{"corpus":"spoken/words.tsv","n":30,"part":"test"},"inputs":["sound","said"],"exact":"s",
"looks":[{"map":"α","to":"box","frames":[400,400]}]}}' >l.json
attnviz evaluate l.json
attnviz evaluate l.json --format json
attnviz corpus spoken/ -n 30 --part test --roles -o made
attnviz evaluate l.json >of-corpus
attnviz evaluate l.json --examples made >of-folder
sed 's/, part test/, part all/' of-corpus | cmp - of-folder && echo the same of a folder
attnviz evaluate l.json --examples spoken --part train -n 4 | head -2
# spelled: letters grow, words count
sed 's/\["yes","no","<end>"\]/["y","e","s","n","o","_","<end>"]/; s/"values":.*\]\]/"fill":1,"size":[7,7]/
    s/"n":30/"n":30,"letters":true/' l.json >spelled.json
attnviz evaluate spelled.json
# what does not fit
try() { sed "$1" l.json >wrong.json && attnviz evaluate wrong.json 2>&1; }
try 's/,"size":60000//'
try 's/"frames":\[400,400\]/"grid":[1,150]/'
try 's/,"frames":\[400,400\]//'
try 's/"frames":\[400,400\]/"frames":[400,0]/'
try 's/"frames":\[400,400\]/"frames":[400,400],"grid":[1,150]/'
try 's/"to":"box"/"to":-1/'
try 's/"sound","said"/"said","sound"/'
attnviz evaluate l.json --examples spoken 2>&1
