# --blank is what comes without it
attnviz worksheet self-attention --seed 7 | tee one
attnviz worksheet self-attention --seed 7 --blank --format text -o two && cmp one two
