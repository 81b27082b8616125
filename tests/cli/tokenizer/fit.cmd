attnviz corpus pairs -n 300 >pairs.tsv; attnviz tokenizer pairs.tsv --column 2 --output english.json --marks '<unknown>' --memory 100M --work 10G; attnviz tokenizer english.json pairs.tsv --column 1
