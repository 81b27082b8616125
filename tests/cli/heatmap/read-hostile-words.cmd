cat "$EXAMPLES/emoji.txt" >a.txt; printf 'a\033[31mb "quoted" \\ back \342\200\256right\n' >b.txt
attnviz heatmap a.txt b.txt --show A --at l=2 --at h=1; attnviz heatmap --read a.png | head -n 1; attnviz heatmap --read b.png | grep -o '"labels":[^]]*]' | head -n 1
