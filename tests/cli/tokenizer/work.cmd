attnviz corpus pairs -n 300 >pairs.tsv; attnviz tokenizer pairs.tsv --column 1 -o t.json --work 100K
