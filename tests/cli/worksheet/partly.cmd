attnviz worksheet scores --partly --seed 3
