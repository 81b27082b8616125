# many rows: from the least to the greatest
attnviz explain reader --sentence "The keys to the cabinet are on the table." --only A_{2,1} | tail -n 8
