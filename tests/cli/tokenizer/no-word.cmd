printf '\n \n' | attnviz tokenizer - -o t.json
