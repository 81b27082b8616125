attnviz corpus pairs -n 300 >pairs.tsv; attnviz tokenizer pairs.tsv --column 1 -o french.json --language fr --size 400; attnviz tokenizer french.json --text "L'homme n'ai pas… <mask> ÉTÉ"
