for ids in 29,x 29,,2 99 '' 29; do attnviz explain --model "$CASES/tiny-gpt2" --ids "$ids" --only sentence; done
attnviz explain --model "$CASES/tiny-gpt2" --ids 29 --sentence "The cat"
attnviz explain --model "$CASES/tiny-gpt2" masked
