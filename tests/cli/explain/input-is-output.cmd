cp "$LESSONS/dog.png" mine.png
attnviz explain soft-attention --input picture=mine.png --format text -o mine.png; echo $?
cmp mine.png "$LESSONS/dog.png"
