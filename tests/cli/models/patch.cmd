# a row of one layer from another text, seen in what comes next; a number; a whole value
model="$CASES/tiny-gpt2"
attnviz explain --model "$model" --sentence "The cat sat" --other "The the sat" --patch 'X_{1,2}' --formula 'sure = max(softmax(O))' --only sure
attnviz explain --model "$model" --ids 5,6,7 --other-ids 5,9,7,8 --patch 'X_{1,3,2}' --only X_1
attnviz explain --model "$model" --ids 5,6,7 --other-ids 5,9,7 --patch 'A_{1,2},X_{1,1}' --only 'A_{2,1}' | head -n 12
attnviz explain --model "$model" --ids 5,6,7 --other-ids 5,9,7 --patch 'A_{1,2}' --without 'A_{2,1}' --only X_2 | head -n 9
# what does not fit, or is not there
for what in X_1 'X_{1,4}' X foo 'norm(X_1)' 'A_{9,1}' W_E; do
    attnviz explain --model "$model" --ids 5,6,7 --other-ids 5,9,7,8 --patch "$what" --only O
done
attnviz explain --model "$model" --ids 5,6,7 --patch X_1
attnviz explain --model "$model" --ids 5,6,7 --other-ids 3
attnviz explain masked --other "I see" --patch X
