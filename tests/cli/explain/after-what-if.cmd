# a number that is held is held before the training, in it and after it; what follows is computed with it
attnviz explain learning --set 'A_{1,2} = 0.5' --only 'after(A)' | head -n 5
attnviz explain learning --set 'A_{1,2} = 0.5' --save 'A_{1,2},after(A_{1,2}),L=a.json' -o /dev/null
cat a.json
attnviz explain learning --set 'after(A_{1,2}) = 0.5'
attnviz explain learning --set 'ℓ_1 = 7' --save 'ℓ_1=l.json' --only blur
cat l.json
