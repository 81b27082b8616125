# each sheet is that of its seed, and the key has all of them
# slow under sanitizers
attnviz worksheet scores --seed 5 --class 3 --format text -o class && ls
attnviz worksheet scores --seed 6 | cmp - class-6.txt
for seed in 5 6 7; do attnviz worksheet scores --seed $seed --solved; done | grep -v '^$' >keys; grep -v '^$' class-key.txt | cmp - keys
attnviz worksheet scores --class 2 --partly -o part.md; grep -c '^# ' part-key.md
attnviz worksheet scores --class 2
