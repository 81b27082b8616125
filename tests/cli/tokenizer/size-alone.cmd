attnviz tokenizer t.json --size 400 --text x
