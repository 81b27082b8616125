attnviz explain --model "$CASES/tiny-gpt2/" --ids 29,33,2 --only 'A_{2,1}' --arithmetic 'A_{2,1,2,1}'
