# many rows: from the least to the greatest
attnviz explain reader --only A_{2,1} | tail -n 8
