printf 'a b a b\n' | attnviz tokenizer - -o t.json --marks start
