# rounded weights are weights: how near 1 a row must sum follows from the digits
cat >four.csv <<'N'
0.1236,0.2346,0.3456,0.2961
0.0127,0.9001,0.0436,0.0437
0.2501,0.2501,0.2500,0.2500
0.3333,0.3333,0.3333,0.0000
N
attnviz heatmap four.csv && attnviz heatmap --read four.png | head -n 1
sed 's/0.3333,0.3333,0.3333,0.0000/0.3333,0.3333,0.3333,0.0004/' four.csv >off.csv
attnviz heatmap off.csv && attnviz heatmap --read off.png | head -n 1
# as another program writes float32: what is rounded is found in the numbers
sed 's/0.1236/0.12359999865293503/; s/^/[/; s/$/],/; 1s/^/[/; $s/,$/]/' four.csv >long.json
attnviz heatmap long.json && attnviz heatmap --read long.png | grep -o '"scale":"[a-z]*"'
printf '0.33,0.33,0.33\n0.67,0.17,0.17\n' >two.csv
attnviz heatmap two.csv && attnviz heatmap --read two.png | head -n 1
printf '1,0,1\n0,1,1\n' >whole.csv
attnviz heatmap whole.csv && attnviz heatmap --read whole.png | head -n 1
# in a lesson, too
echo '{"attnviz":1,"title":"T","given":{"A":[[0.33,0.33,0.33],[0.67,0.17,0.17]]},"steps":[{"heatmap":"A"}]}' >l.json
attnviz explain l.json | grep -A 1 Entropy
