# a head left out, halved, made even; what comes next is another piece, or has another probability
model="$CASES/tiny-gpt2"
attnviz explain --model "$model" --ids 5,6,7,8 --without 'A_{2,1}' --formula 'next = argmax(O)' --formula 'sure = max(softmax(O))' --only next,sure
attnviz explain --model "$model" --ids 5,6,7 --without 'A_{1,j} = softmax(mask(0 A_{1,j}))' --only 'A_{1,2}'
attnviz explain --model "$model" --ids 5,6,7 --formula 'G_l = argmax(lens(X_l))' --formula 'R = rollout()' --only G,R
attnviz explain --model "$model" --ids 5,6,7 --without 'A_{1,2}' --format json --only O_n | head -c 300
attnviz explain --model "$model" --ids 5,6,7 --without 'A_{1,2}' | tail -n 1
attnviz heatmap --model "$model" --ids 5,6,7 --without 'A_{1,2}' -o head.png
attnviz heatmap --model "$model" --ids 5,6,7 --show 'rollout()' -o rollout.png
attnviz explain multi-head --without A_1 --only A_1,A_2
# what cannot be left out
for what in 'A_{1,9}' A Q_1 foo ε 'A_{1,2,3}' 'A_{1,2} = X_9' 'A_{1,2} = (' 'A_{1,2} = 1 = 2' 'foo = 1' '=' 'A_{1,2} = W_E'; do
    attnviz explain --model "$model" --ids 5,6,7 --without "$what" --only O_n
done
attnviz explain masked --formula 'Z = X'
attnviz explain masked --formula 'z = norm(Zz)'
attnviz explain masked --formula norm
