# A picture that is no scene: an answer, and how unlike the scenes it is.
attnviz generate captioner --input picture="$LESSONS/dog.png"
attnviz generate captioner --input picture="$EXAMPLES/le-chat-noir.png"
attnviz explain question --input picture="$LESSONS/dog.png" --only far
attnviz explain captioner --only far
