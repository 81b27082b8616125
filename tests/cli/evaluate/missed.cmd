# a word whose link is only possible is not wrong, and yet its sure link is missed
printf 'a b c\tx y z\t0-0 1?1 2-1 2-2\n' >links.tsv
cat >l.json <<'END'
{ "attnviz": 1, "title": "One map", "sequences": { "s": { "input": "s", "default": "a" } },
  "given": { "M": [[1,0,0],[0,1,0],[0,0,1]] }, "steps": [{ "show": "M" }],
  "evaluate": { "examples": { "corpus": "links.tsv", "n": 1 }, "inputs": ["s"], "align": "M" } }
END
attnviz evaluate l.json
attnviz evaluate l.json --format json
