# sentences of a file are written together, as each would be alone: words outside, what is to be found, faults in their place
printf 'le chien dort.\nle chat\nle zèbre dort.\nle chat voit le chat voit le chat dort\nle chat dort.\n' >all.txt
attnviz generate "$EXAMPLES/word-by-word.json" all.txt --format json >together.json
while read -r line; do attnviz generate "$EXAMPLES/word-by-word.json" --sentence "$line" --format json; done <all.txt 2>&1 |
    grep -o '"grown":.*"unknown"' >alone
grep -o '"grown":.*"unknown"' together.json | cmp - alone && echo alike
cat >looks.json <<'END'
{ "attnviz": 1, "title": "It looks at what it is to find", "sequences": { "v": ["<s>", "a", "b", "."],
  "x": { "input": "sentence", "in": "v" }, "s": { "input": "s", "in": "v", "next": "row(N, s)", "most": 3 } },
  "given": { "N": { "rows": "v", "cols": "v", "values": [[0,1,0,0],[0,0,1,0],[0,0,0,1],[1,0,0,0]] } }, "steps": [] }
END
printf 'a\nb\n' | attnviz generate looks.json -
sed 's/row(N, s)/row(N, m)/; s/"most": 3 }/"most": 3 }, "m": { "from": "s", "first": "<s>" }/' looks.json >l.json
printf 'a\nb a\nc\na\n' | attnviz generate l.json -
printf 'a\nb a\n' | attnviz generate l.json - --input sentence=b
printf 'a\nb a\n' | attnviz generate l.json - --input s=b
