attnviz tokenizer - -
