# one row of a map as a sentence: of a word, of one that stands twice, of a translation, of a map without words
attnviz heatmap 'The cat sat on the mat.' --view row --from sat -o a.png && attnviz heatmap --read a.png | head -c 200; echo
attnviz heatmap 'The cat sat on the mat.' --view row --from THE -o b.svg
attnviz heatmap 'The cat sat on the mat.' --view row --from the@5 -o b.svg
attnviz heatmap transformer --view row --from black -o c.png && attnviz heatmap --read c.png | grep -c '"title"'
attnviz heatmap transformer --view row --from '<end>' -o d.png && attnviz heatmap --read d.png | grep -c '"title":"a'
echo '[[0.9,0.1],[0.4,0.6]]' >w.json; attnviz heatmap w.json --view row --from 2
attnviz heatmap --view row --from cat --numbers always -o e.png; attnviz heatmap --view row --from cat --numbers never -o e.png
# what is no word, no place of it, and no view of one word
attnviz heatmap --view row
attnviz heatmap --view row --from chat
attnviz heatmap --view row --from the@2
attnviz heatmap --view row --from ''
attnviz heatmap --from the
attnviz heatmap w.json --view row --from 3
printf 'The cat sat.\nThe dog sat.\n' >two.txt; attnviz heatmap two.txt --view row --from cat
ls
