attnviz corpus pairs -n 300 >pairs.tsv; attnviz tokenizer pairs.tsv --column 1 -o t.json >/dev/null; head -c 5000 t.json >s.json; attnviz tokenizer s.json --text a
