attnviz explain --model "$CASES/tiny-gpt2" --sentence "The cat sat on the mat."
