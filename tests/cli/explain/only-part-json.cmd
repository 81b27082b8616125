attnviz explain multi-head --only A_2 --format json | sed -n 2p | cut -c 1-120
