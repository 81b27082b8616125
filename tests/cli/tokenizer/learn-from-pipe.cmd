attnviz corpus pairs -n 300 | attnviz tokenizer - --column 1 -o french.json --language fr --size 400
