for how in "--threads 1" "--threads 3" "--kernels base"; do attnviz evaluate "$EXAMPLES/word-by-word.json" $how --format json; done | sort | uniq -c
