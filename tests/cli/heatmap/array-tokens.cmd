# words beside a map, pieces made whole, special ones hidden
printf '0.1,0.2,0.3,0.4\n0.5,0.2,0.2,0.1\n0.25,0.25,0.25,0.25\n0,0,0,1\n' >a.csv
echo '["[CLS]","no","##ir","[SEP]"]' >t.json
attnviz heatmap a.csv --tokens t.json
attnviz heatmap a.csv --tokens t.json --words -o words.png && attnviz heatmap --read words.png
attnviz heatmap a.csv --tokens t.json --hide-special keep -o keep.png && attnviz heatmap --read keep.png
attnviz heatmap a.csv --tokens t.json --words --hide-special renormalise -o w.png && attnviz heatmap --read w.png
attnviz heatmap a.csv --tokens t.json --pieces none --words -o none.png && attnviz heatmap --read none.png | grep -o '"labels":[^]]*]' | head -n 1
echo '["le","chat","noir"]' >three.json
attnviz heatmap a.csv --tokens three.json
echo '["no","##ir"]' >two.json
attnviz heatmap a.csv --tokens two.json
printf '[1,0],[0,1]' | sed 's/.*/[&]/' >b.json
attnviz heatmap b.json --tokens t.json
attnviz heatmap b.json --words
attnviz heatmap b.json --hide-special keep
attnviz heatmap b.json --pieces bytes,none
attnviz heatmap b.json --tokens missing.json
echo 'le chat noir dort' >line.txt
attnviz heatmap a.csv --tokens line.txt
echo '[[0.5,0.25,0.25],[1,0,0]]' >cross.json
echo '{"source":["a","b"],"target":["x","y","z"]}' >exchanged.json
attnviz heatmap cross.json --tokens exchanged.json
attnviz heatmap cross.json --tokens exchanged.json --transpose -o turned.png
echo '{"source":["a","b","c"],"target":["x"]}' >short.json
attnviz heatmap cross.json --tokens short.json
echo '[[1]]' >one.json
attnviz heatmap one.json --tokens two.json
