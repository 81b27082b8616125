# a sequence that begins with the words of another one, and goes on from there; without a row for each place, and without next
cat >begin.json <<'LESSON'
{ "attnviz": 1, "title": "After the last", "sequences": {
    "letters": ["a", "b", "c", "d", "<start>", "<end>"],
    "text": { "input": "text", "default": "a b", "in": "letters" },
    "more": { "input": "more", "in": "letters", "begin": "text", "next": "p", "end": "<end>", "most": 3 },
    "before": { "from": "more", "first": "<start>" } },
  "given": { "D": { "rows": "letters", "cols": "letters", "values": [[0, 1, 0, 0, 0, 0], [0, 0, 1, 0, 0, 0],
    [0, 0, 0, 1, 0, 0], [0, 0, 0, 0, 0, 1], [1, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 1]] } },
  "steps": [{ "compute": "p = row(D, before)", "show": ["more"] }] }
LESSON
attnviz explain begin.json
attnviz generate begin.json
attnviz generate begin.json --sentence "b c"
attnviz generate begin.json --sentence "a" --format json
attnviz generate begin.json --input more="a c"
sed 's/"next": "p", "end": "<end>", "most": 3/"default": "a"/' begin.json >stays.json
attnviz explain stays.json 2>&1
