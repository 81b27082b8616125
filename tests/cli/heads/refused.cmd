attnviz heads definitions
attnviz heads patches
attnviz heads masked --at j=3
attnviz heads induction --at l=5
attnviz heads masked --format pdf
attnviz heads masked -o heads.npy
attnviz heads --model "$CASES/../models/tiny-gpt2" masked
attnviz heads masked --target-ids 3
attnviz heads induction --repeat 40
printf '{"X": [[1, 0, 0, 0], [0, 1, 0, 0], [0, 1, 1, 0]], "words": ["I", "see", "you"]}' > mine.json
attnviz heads self-attention --given mine.json | tail -n 2
attnviz heads masked --sentence "I see" 
