# what the lesson draws in a grid, over a picture, is so too where it is asked for by name
attnviz heatmap soft-attention --show r -o r.png && attnviz heatmap --read r.png | tr -d '\n' | grep -o '"data": *\[\[[^]]*\]' | tr -cd , | wc -c
attnviz heatmap soft-attention --show r --without attention -o r.png && attnviz heatmap --read r.png | tr -d '\n' | grep -o '"data": *\[\[[^]]*\]' | tr -cd , | wc -c
