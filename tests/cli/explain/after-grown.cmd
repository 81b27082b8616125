# where a sentence grows, training is done in the first turn; of words that are given there is a before
attnviz explain "$EXAMPLES/learns.json" --input target="the black cow sleeps" --save 'L,after(L)=l.json' -o /dev/null
cat l.json
attnviz explain "$EXAMPLES/learns.json" --save 'L,after(L)=l.json' -o /dev/null
cat l.json
