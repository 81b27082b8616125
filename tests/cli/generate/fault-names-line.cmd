printf 'le chat\nle zut\n' >s.txt; sed 's/"unknown": "<unk>"/"unknown": "UNK"/' "$EXAMPLES/word-by-word.json" >l.json; attnviz generate l.json s.txt
