# numbers that say too little to tell which one is missing
echo '{"α_1": [1, 0]}' | attnviz check le-chat-noir -
echo '{"α_1": [0.7605, 0.1138]}' | attnviz check le-chat-noir -
