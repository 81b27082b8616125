echo '{"student": "Mia", "class": null, "y": ["the", "cat", "black"]}' >y.json
attnviz check le-chat-noir y.json
attnviz check le-chat-noir y.json --format json
echo '{"y_1": "the"}' | attnviz check le-chat-noir -
echo '["the", "black", "cat"]' >w.json
attnviz check le-chat-noir y=w.json
