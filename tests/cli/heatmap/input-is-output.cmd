cp "$LESSONS/dog.png" mine.png
attnviz heatmap soft-attention --input picture=mine.png -o mine.png; echo $?
cmp mine.png "$LESSONS/dog.png"
