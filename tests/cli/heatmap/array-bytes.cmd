# characters that a tokenizer of bytes spreads over pieces, and no piece that begins with a space
awk 'BEGIN { for (i = 0; i < 4; i++) print "0.25,0.25,0.25,0.25" }' >a.csv
echo '["æĪ","ĳ","çĪ","±"]' >t.json
attnviz heatmap a.csv --tokens t.json && attnviz heatmap --read a.png
attnviz heatmap a.csv --tokens t.json --words -o w.png && attnviz heatmap --read w.png
echo '["voilà","«","été","»"]' >french.json
attnviz heatmap a.csv --tokens french.json -o f.png && attnviz heatmap --read f.png | grep -o '"labels":[^]]*]' | head -n 1
