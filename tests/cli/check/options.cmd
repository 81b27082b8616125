# the right answers to the lesson as the options make it
# slow under sanitizers
attnviz explain masked --format json --set 'W_{Q,1,1} = 2' >other.json
attnviz check masked "$CASES/masked.json" | tail -n 1
attnviz check masked "$CASES/masked.json" --set 'W_{Q,1,1} = 2' | head -n 1
attnviz check masked "$CASES/masked.json" --seed 5 | tail -n 1; attnviz check masked "$CASES/masked.json" --seed 6 | tail -n 1
echo '[1, 2]' >p.json; attnviz check reader p.json --sentence 'a cat'; attnviz check reader p.json --input sentence='a cat'
attnviz check le-chat-noir "$EXAMPLES/answers.json" --color always --threads 1 | head -n 2 | cat -v
attnviz check le-chat-noir "$EXAMPLES/answers.json" --color never --kernels base | head -n 1
