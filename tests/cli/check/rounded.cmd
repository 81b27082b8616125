# weights of two decimals, and what comes of them; then of weights that nobody sees
echo '{"α": [[0.76, 0.13, 0.11], [0.06, 0.38, 0.56], [0.07, 0.8, 0.13]], "c": [[0.815, 0.63, 0.23, 0.62], [0.34, 0.88, 1.03, 0.97], [0.135, 1.3, 0.595, 0.965]]}' >my.json; attnviz check le-chat-noir my.json
echo '[[0.85, 0.6, 0.2, 0.6], [0.4, 0.95, 1.1, 1.05], [0.15, 1.3, 0.55, 0.95]]' | attnviz check le-chat-noir c=-
