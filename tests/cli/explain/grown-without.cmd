# without what hides the words to come, the sentence is no longer the one that would be chosen
sed 's/"lengths"/"switches": { "moved": ["q_t = one_hot(target_t, m)"] }, "lengths"/' "$EXAMPLES/word-by-word.json" >l.json
attnviz explain l.json --without moved --only target
