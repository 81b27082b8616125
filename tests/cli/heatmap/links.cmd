# words joined by lines: a lesson's weights alone, with the numbers of a map; what cannot be drawn so
attnviz heatmap le-chat-noir --view links -o a.png && attnviz heatmap --read a.png | tee a.json
attnviz heatmap le-chat-noir -o map.png && attnviz heatmap --read map.png | cmp - a.json
attnviz heatmap masked --view links --show S -o s.svg; grep -c '<title>' s.svg
echo '[[0.9,0.1],[0.4,0.6]]' >w.json; attnviz heatmap w.json --view links
attnviz heatmap --view flux
attnviz heatmap --view links --cell 8; attnviz heatmap --view links --entropy; attnviz heatmap --view links --numbers always
attnviz heatmap soft-attention --view links
echo '0-0 1-1' >w.align; attnviz heatmap w.json --align w.align --view links
i=0; while [ $i -lt 260 ]; do printf 'word '; i=$((i + 1)); done >many.txt; attnviz heatmap many.txt --view links
ls
