attnviz tokenizer
