attnviz heads masked --threads 2 --kernels base --memory 1G --work 300G --format json --output - | head -n 1
attnviz heads masked --work 1K
attnviz heads -h | head -n 5
attnviz heads --help | wc -l
