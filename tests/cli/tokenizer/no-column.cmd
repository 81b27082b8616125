printf 'a\tb\nc\n' >t.tsv; attnviz tokenizer t.tsv --column 2 -o t.json
