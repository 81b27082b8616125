# a beam finds a better sentence than the best word each time, and repeats no four words; it needs probabilities
cat >l.json <<'END'
{ "attnviz": 1, "title": "Beam", "sequences": { "v": ["<s>", "a", "b", "c", "."], "x": { "input": "sentence", "in": "v", "default": "a" },
  "s": { "input": "s", "in": "v", "next": "row(N, m)", "end": ".", "most": 9 }, "m": { "from": "s", "first": "<s>" } },
  "given": { "N": { "rows": "v", "cols": "v", "values": [[0,0.6,0.4,0,0],[0,0,0.3,0.3,0.4],[0,0,0,0.01,0.99],[0,0,0,0,1],[1,0,0,0,0]] } },
  "steps": [{ "compute": "n = 0 sum(x)", "check": "n == 0" }],
  "evaluate": { "inputs": ["sentence", "s"], "exact": "s" } }
END
printf 'a\nb a\n' >s.txt
printf 'a\tb\nb a\ta\n' >s.tsv
for beam in 1 2 16; do attnviz generate l.json s.txt --beam $beam; attnviz evaluate l.json --examples s.tsv --beam $beam; done
attnviz generate l.json --sentence a --beam 3 --format json
attnviz generate l.json --sentence a --beam=17
attnviz evaluate l.json --examples s.tsv --beam 0
sed 's/0.6,0.4/6,4/' l.json >scores.json
attnviz generate scores.json s.txt
attnviz generate scores.json s.txt --beam 2
attnviz evaluate scores.json --examples s.tsv --beam 2
sed 's/"m": {/"t": { "input": "t", "in": "v", "next": "row(N, m)", "most": 2 }, "m": {/' l.json >two.json
attnviz generate two.json s.txt --beam 2
attnviz generate l.json s.txt --input s=b --beam 2
