# both heads of layer 2 are induction heads, by random words that are no part of the sentence
attnviz heads
attnviz heads induction --repeat 8 --seed 3 --at l=2 --format csv
attnviz heads --input first="goat hat moon" --at h=2 --format json
