# beside each share the simplest rule: held against what awk counts of the same lines
cat >l.json <<'LESSON'
{"attnviz":1,"title":"T","lengths":{"n":"sentence"},"indices":{"i":"sentence","h":"heads"},
 "evaluate":{"examples":{"corpus":"reading","n":400,"part":"test"},
  "choose":{"corpus":"reading","n":300,"part":"validation"},
  "inputs":["sentence","original","marks"],
  "looks":[{"map":"A_h","from":"verb","to":"subject"},{"map":"A_h","from":"verb","to":"subject","between":2},
           {"map":"A_h","from":"place","word":"bank","to":"decider"},{"map":"A_h","to":-2}]},
 "sequences":{"kinds":["0","1","2"],"words":{"tokens":["<unknown>"],"unknown":"<unknown>"},
  "sentence":{"input":"sentence","default":"a b","in":"words"},
  "original":{"input":"original","default":{"from":"sentence"},"in":"words"},
  "marks":{"input":"marks","default":{"from":"sentence","each":"0"},"in":"kinds"},"heads":2},
 "steps":[{"compute":["a_i = one_hot(max(1, i - 1), n)","b_i = one_hot(2, n)","A_1 = a","A_2 = b"]}]}
LESSON
attnviz evaluate l.json
attnviz evaluate l.json --format json | grep -o '"rule":{[^}]*}' | sort | uniq -c
# the distance that is best on validation where two words or more stand between, and how often it is right in the test
lines() { attnviz corpus reading -n "$2" --part "$1" --roles | awk -F '\t' '{
    verb = subject = -1
    n = split($4, role, " ")
    for (i = 1; i <= n; i++) {
        split(role[i], is, ":")
        if (is[1] == "verb" && verb < 0) verb = is[2]
        if (is[1] == "subject" && subject < 0) subject = is[2]
    }
    if (verb >= 0 && subject >= 0 && (verb - subject) ^ 2 > 4) print subject - verb
}'; }
best=$(lines validation 300 | sort -n | uniq -c | sort -k 1,1nr | awk 'NR == 1 { print $2 }')
echo "$best: $(lines test 400 | grep -cx -e "$best") of $(lines test 400 | wc -l)"
# no other examples to choose by
cat >tiny.json <<'END'
{ "attnviz-corpus": 1, "languages": ["English"], "words": {
    "DET": { "entries": ["the", "a", "some"] },
    "NOUN": { "kind": "noun", "entries": ["cat", "dog", "wolf"] },
    "ADJ": { "entries": ["black", "white"] }, "VERB": { "entries": ["sleeps", "runs"] } },
  "rules": { "LINE": ["DET noun:NOUN verb:VERB", "DET noun:NOUN ADJ verb:VERB"] } }
END
sed 's/"corpus":"reading","n":400,"part":"test"/"corpus":"tiny.json","n":30/; /"choose"/d
    s/"looks":.*,/"looks":[{"map":"A_1","from":"verb","to":"noun"}]},/; /"place","word"/d' l.json >one.json
attnviz evaluate one.json
