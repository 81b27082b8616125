# a score that only one side masks has no difference, and a weight that it masks is 0
attnviz heatmap masked --without mask --show S,A -o mask.png
attnviz heatmap --read mask.png | sed -n 's/.*"title":"\([^"]*difference\)".*"data":\(\[\[[^]]*\]\).*/\1 \2/p'
