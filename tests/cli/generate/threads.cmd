attnviz generate "$EXAMPLES/word-by-word.json" --threads 1 --kernels base
