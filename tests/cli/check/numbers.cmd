# too few digits, no number, percent, another value, another order, one number
for a in '[[1, 0, 0], [0, 0, 1], [0, 1, 0]]' '[[0.76, NaN, 0.11], [0.06, 0.38, 0.56], [0.07, 0.80, 0.13]]' \
    '[[76.05, 12.57, 11.38], [5.66, 37.86, 56.48], [6.58, 80.17, 13.25]]' \
    '[[0.0566, 0.3786, 0.5648], [0.7605, 0.1257, 0.1138], [0.0658, 0.8017, 0.1325]]' \
    '[[0.7605, 0.1257, 0.1138], [0.0566, 0.3786, 0.5648], [0.0658, 0.8017, 0.2325]]'; do
    echo "$a" | attnviz check le-chat-noir α=-
done
echo 2 | attnviz check le-chat-noir y_1=-; echo 0.13 | attnviz check le-chat-noir 'α_{1,2}=-'
echo '[2, 4, 6]' | attnviz check le-chat-noir y=-; echo 0.5 | attnviz check le-chat-noir "h_{0,1}=-"
