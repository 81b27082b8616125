# on files of one's own: pairs; a treebank, whose relations are told one by one beside the best distance
attnviz evaluate "$EXAMPLES/word-by-word.json" --examples "$EXAMPLES/word-by-word.tsv" -n 2
printf '1\tthe\t_\tDET\t_\t_\t2\tdet\t_\t_\n2\tcat\t_\tNOUN\t_\t_\t3\tnsubj\t_\t_\n3\tsleeps\t_\tVERB\t_\t_\t0\troot\t_\t_\n\n' >trees.conllu
printf '1\tgirls\t_\tNOUN\t_\t_\t3\tnsubj\t_\t_\n2\tdo\t_\tAUX\t_\t_\t3\taux\t_\t_\n3\tsing\t_\tVERB\t_\t_\t0\troot\t_\t_\n' >>trees.conllu
cat >next.json <<'LESSON'
{ "attnviz": 1, "title": "Each word looks at the next one",
  "sequences": { "x": { "input": "x", "default": "a" } }, "indices": { "i": "x" },
  "steps": [{ "compute": ["p_i = i", "o = 0 p + 1", "A = softmax(0 - abs(outer(o, p) - outer(p, o) - 1))"] }],
  "evaluate": { "examples": { "corpus": "trees.conllu", "part": "all" }, "inputs": ["x"], "looks": [
    { "map": "A", "to": "governor" }, { "map": "A", "from": "VERB", "to": "subject", "among": "words" } ] } }
LESSON
attnviz evaluate next.json
attnviz evaluate next.json --examples trees.conllu -n 1 --format json
attnviz evaluate next.json --examples trees.conllu --part test; echo $?
attnviz corpus trees.conllu --roles
attnviz evaluate next.json --examples none.tsv; echo $?
attnviz evaluate translator-pairs --examples "$LESSONS/pairs.json" --part train 2>&1 | sed "s|$LESSONS/||"
