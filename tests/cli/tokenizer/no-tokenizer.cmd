printf '{"attnviz": 1}\n' >t.json; attnviz tokenizer t.json --text a
