printf 'a b\n' >t.txt; attnviz tokenizer t.txt -o t.txt
