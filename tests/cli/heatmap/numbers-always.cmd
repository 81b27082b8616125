attnviz heatmap reader --numbers always --cell 60 -o a.png; attnviz heatmap reader --numbers always --cell 10 -o b.png; echo $?
attnviz heatmap --numbers always --cell 1 -o c.png
