# the lines of one word: heads of a layer share a figure, and the picture carries each of them
attnviz heatmap transformer --view links --from black -o a.png && attnviz heatmap --read a.png | grep -o '"title":"[^"]*"'
attnviz heatmap multi-head --view links --from runs -o b.svg
attnviz heatmap multi-head --view links --from nobody -o c.svg
ls
