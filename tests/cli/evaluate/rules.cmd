# beside each share the simplest rule, a distance: held against what awk counts of the same trees
trees() { awk -v first="$1" -v last="$2" 'BEGIN { for (k = first; k <= last; k++) {
    verb = 2 + k * k % 7
    printf "1\tshe\t_\tPRON\t_\t_\t%d\tnsubj\t_\t_\n", verb
    for (i = 2; i < verb; i++) printf "%d\toften\t_\tADV\t_\t_\t%d\tadvmod\t_\t_\n", i, verb
    printf "%d\tsings\t_\tVERB\t_\t_\t0\troot\t_\t_\n\n", verb
} }'; }
trees 1 40 >test.conllu
trees 41 60 >validation.conllu
cat >l.json <<'LESSON'
{"attnviz":1,"title":"T","lengths":{"n":"sentence"},"indices":{"i":"sentence","h":"heads"},
 "evaluate":{"examples":{"corpus":"test.conllu","part":"all"},
  "choose":{"corpus":"validation.conllu","part":"all"},
  "inputs":["sentence"],
  "looks":[{"map":"A_h","from":"VERB","to":"subject"},
           {"map":"A_h","from":"ADV","to":"governor"},{"map":"A_h","to":-2}]},
 "sequences":{"sentence":{"input":"sentence","default":"a b"},"heads":2},
 "steps":[{"compute":["a_i = one_hot(max(1, i - 1), n)","b_i = one_hot(2, n)","A_1 = a","A_2 = b"]}]}
LESSON
attnviz evaluate l.json
attnviz evaluate l.json --format json | grep -o '"rule":{[^}]*}' | sort | uniq -c
# the distance that is best on validation, and how often it is right in the test
far() { awk -F '\t' '$8 == "nsubj" { print 1 - $7 }' "$1.conllu"; }
best=$(far validation | sort -n | uniq -c | sort -k 1,1nr -k 2,2nr | awk 'NR == 1 { print $2 }')
echo "$best: $(far test | grep -cx -e "$best") of $(far test | wc -l)"
# no other examples to choose by
sed '/"choose"/d; s/"looks":.*,/"looks":[{"map":"A_1","from":"VERB","to":"subject"}]},/; /"from":"ADV"/d' l.json >one.json
attnviz evaluate one.json
