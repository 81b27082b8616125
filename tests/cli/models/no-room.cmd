# a text that leaves no room for a word behind it fails; the words that were said by then are a line
attnviz generate "$CASES/tiny-gpt2" --sentence "The cat satTheTheThetttttttttt"
