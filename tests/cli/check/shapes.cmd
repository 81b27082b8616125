echo '[[0.8174, 0.339, 0.1321], [0.6257, 0.8786, 1.3017], [0.2335, 1.0365, 0.5996], [0.6197, 0.9717, 0.9671]]' | attnviz check le-chat-noir c=-
echo '[[0.0005, 0.0009], [0.0174, 0.0024], [0.79, 0.0114], [0.154, 0.0058], [0.0024, 0.6862], [0.0015, 0.0863], [0.0266, 0.1765], [0.0076, 0.0305]]' | attnviz check le-chat-noir p=-
echo '[[0.7605, 0.1257, 0.1138], [0.0658, 0.8017, 0.1325]]' | attnviz check le-chat-noir α=-
echo '[[2.1, 0.3, 0.2], [0.1, 2, 2.4], [0.1, 2.6, 0.8], [0, 0, 0]]' | attnviz check le-chat-noir e=-
echo '[[[1, 2]]]' | attnviz check le-chat-noir e=- --hint
# heads side by side
attnviz check multi-head "$CASES/side-by-side.json"
