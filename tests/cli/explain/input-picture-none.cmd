echo "a sentence" >text.txt; attnviz explain soft-attention --input picture=text.txt
