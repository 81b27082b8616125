# the examples of tests/unit/test_evaluate.c: links, kinds, and the better of two maps
cat >tiny.json <<'END'
{ "attnviz-corpus": 1, "words": {
    "DET": { "kind": "article", "entries": ["le | the"] },
    "NOUN": { "kind": "noun", "entries": ["chat | cat", "chien | dog", "loup | wolf"] },
    "ADJ": { "entries": ["noir | black", "blanc | white"] },
    "VERB": { "kind": "verb", "entries": ["dort | sleeps", "court | runs"] } },
  "rules": { "LINE": ["DET NOUN VERB", "DET NOUN ADJ VERB | DET ADJ NOUN VERB"] } }
END
cat >l.json <<'END'
{ "attnviz": 1, "title": "Two heads", "sequences": { "s": { "input": "s", "default": "a" }, "heads": 2 },
  "indices": { "h": "heads" },
  "given": { "M_h": [[[1,0,0,0],[0,1,0,0],[0,0,1,0],[0,0,0,1]], [[1,0,0,0],[0,0,1,0],[0,1,0,0],[0,0,0,1]]] },
  "steps": [{ "show": "M_1" }],
  "evaluate": { "examples": { "corpus": "tiny.json", "n": 17 }, "inputs": ["s"], "align": "M_h",
    "looks": [{ "map": "M_h", "from": "noun", "to": 1 }, { "map": "M_h", "from": "king", "to": "governor" }],
    "choose": { "corpus": "tiny.json", "n": 1, "part": "validation" } } }
END
attnviz evaluate l.json
attnviz evaluate l.json --lines 12 --words 4 --format json
attnviz evaluate l.json -n 1 --part validation --format=json
sed 's/M_h", "from": "noun"/M_h", "from": "\\u001b[2J"/' l.json >hostile.json
attnviz evaluate hostile.json | grep king -B 1 | cat -v; attnviz evaluate hostile.json --format json | cat -v
