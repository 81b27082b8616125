attnviz tokenizer --help
attnviz tokenizer -h | head -n 1
