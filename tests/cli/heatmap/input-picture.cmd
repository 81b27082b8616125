# the same picture under another name gives the same maps; another gives others
cp "$LESSONS/dog.png" mine.png
attnviz heatmap >/dev/null
attnviz heatmap soft-attention -o 1.png
attnviz heatmap soft-attention --input picture=mine.png -o 2.png && cmp 1.png 2.png && echo same
attnviz heatmap soft-attention --input picture=le-chat-noir.png -o 3.png; cmp -s 1.png 3.png || echo other
