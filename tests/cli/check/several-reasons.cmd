# the scores stand where the weights belong: two ways to say it; and two mistakes at once
echo '[[2.1, 0.3, 0.2], [0.1, 2, 2.4], [0.1, 2.6, 0.8]]' >α.json; attnviz check le-chat-noir α.json
echo '[[2.1, 0.3, 0.2], [0.1, 2, 2.4], [0.1, 2.6, 0.8]]' | attnviz check le-chat-noir α=- --hint
