attnviz tokenizer t.json other.txt --text x
