# an infinite number, and one that is none: null in JSON
echo '[[Infinity, 0.13, 0.11], [0.06, 0.38, 0.56], [0.07, 0.80, 0.13]]' | attnviz check le-chat-noir α=-
echo '[[-Infinity, 0.13, 0.11], [0.06, 0.38, 0.56], [0.07, 0.80, 0.13]]' | attnviz check le-chat-noir α=-
echo '[[NaN, 0.13, 0.11], [0.06, 0.38, 0.56], [0.07, 0.80, 0.13]]' | attnviz check le-chat-noir α=- --format json
