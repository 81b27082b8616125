# words are drawn by the seed, among the best; the same with and without the cache; what the model has no room for is told, and what was written stays
attnviz generate "$CASES/tiny-gpt2" --sentence "The cat sat" --temperature 1.5 --seed 4 --most 8
attnviz generate "$CASES/tiny-gpt2" --sentence "The cat sat" --temperature 1.5 --seed 5 --most 8
attnviz generate "$CASES/tiny-gpt2" --sentence "The cat sat" --top-k 3 --most 8
attnviz generate "$CASES/tiny-gpt2" --sentence "The cat sat" --top-k 3 --most 8 --no-cache
attnviz generate "$CASES/tiny-gpt2" --sentence "The cat sat" --top-p 0.5 --most 8
attnviz generate "$CASES/tiny-gpt2" --sentence "The cat sat" --most 2 --format json
attnviz generate "$CASES/tiny-gpt2" --sentence "The cat sat" --most 100
attnviz generate "$CASES/tiny-gpt2" --sentence "The cat sat" --top-p 2
attnviz generate "$CASES/tiny-gpt2" --sentence "The cat sat" --temperature nine
attnviz generate "$CASES/tiny-gpt2" --sentence "The cat sat" --temperature 1 --beam 2
