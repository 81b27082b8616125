attnviz tokenizer text.txt -o t.json --text x
