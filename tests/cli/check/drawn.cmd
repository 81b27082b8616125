# of drawn numbers none is the lesson's; they are told with as many decimals as were written
echo '{"e": [2, 1, 0], "a": [0.6652, 0.2447, 0.09]}' | attnviz check self-attention --worksheet 7 -
echo '{"y_1": "black"}' | attnviz check le-chat-noir --worksheet 7 -
