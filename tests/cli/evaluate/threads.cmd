(attnviz evaluate "$EXAMPLES/word-by-word.json" --threads 1 --format json
 attnviz evaluate "$EXAMPLES/word-by-word.json" --threads 3 --format json
 attnviz evaluate "$EXAMPLES/word-by-word.json" --kernels base --format json) | sort | uniq -c
