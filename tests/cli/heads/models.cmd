# too few places for 50 words; pieces that are points; an ablated number; the pieces as numbers
attnviz heads --model "$CASES/../models/tiny-gpt2" --sentence "The cat sat. The cat."
attnviz heads --model "$CASES/../models/tiny-gpt2" --ids 1,2,3,4 --at l=2 --format csv
attnviz heads --model "$CASES/../models/tiny-gpt2" --ids 1,2,3,4 --repeat 500
