attnviz tokenizer text.txt -o t.json --marks '<a>,<b>,<a>'
