# many rows: from the least to the greatest
attnviz explain reader --only A_1 | tail -n 8
