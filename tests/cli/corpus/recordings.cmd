# recordings of single words become utterances: tones of our own, 8000 samples a second, 8 bits each
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
attnviz corpus spoken/ -n 3
attnviz corpus spoken/ -n 2 --part test --roles
attnviz corpus spoken/words.tsv -n 2 --words 8-9 --letters
attnviz corpus spoken/ --vocabulary source
# the folder can be read as examples, with what is said in it
attnviz corpus spoken/ -n 2 -o said && ls said && cat said/examples.tsv
attnviz corpus ./said && attnviz corpus ./said --letters -n 1
# what cannot be
attnviz corpus spoken/ --part all 2>&1
attnviz corpus spoken/ --part validation 2>&1
attnviz corpus spoken/ --words 3-40 2>&1
attnviz corpus spoken/ --questions 2>&1
attnviz corpus pairs --letters 2>&1
attnviz corpus pairs -o pairs 2>&1
try() { printf "$1" >spoken/words.tsv && attnviz corpus spoken/ 2>&1; }
try ''
try 'yes-1.wav\tyes\n'
try 'yes-1.wav\tyes\tmaybe\n'
try 'yes-1.wav\tyes no\t-\n'
try 'yes-1.wav\tyes\t-\n../no-1.wav\tno\t-\n'
try() { printf "$1" >spoken/words.tsv && attnviz corpus spoken/ --part test 2>&1; }
try 'none.wav\tnone\theld-out\n'
printf 'RIFF' >spoken/bad.wav
try 'bad.wav\tbad\theld-out\n'
spoken spoken/silent.wav 0
try 'silent.wav\tsilent\theld-out\n'
# boxes of a sound are samples, and one high
try() { printf "$1" >said/examples.tsv && attnviz corpus ./said 2>&1; }
try '000001.wav\tyes\t0:1,0,99999,1\t-\n'
try '000001.wav\tyes\t0:1,0,2,2\t-\n'
ls
