printf 'a\nb\303(\n' | attnviz tokenizer - -o t.json
