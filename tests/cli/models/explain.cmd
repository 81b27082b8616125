cp -r "$CASES/tiny-gpt2" tiny-gpt2
attnviz explain --model tiny-gpt2/ --sentence "The cat sat on the mat."
