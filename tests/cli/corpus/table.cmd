printf "Le chat dort.\tThe cat sleeps.\t0-0 1-1 2-2 3-3\nun\tone\ndeux\ttwo\t0?0\n" >my.tsv
for part in train test; do attnviz corpus my.tsv -n 3 --seed 1 --roles --part $part; done
