echo "a sentence" >text.txt; attnviz explain soft-attention --input picture=text.txt; : >empty.png; attnviz explain soft-attention --input picture=empty.png
