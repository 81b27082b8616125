attnviz tokenizer text.txt
