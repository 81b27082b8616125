# alignments: weights that Nematus writes, links laid over a map
cat >n.txt <<'N'
0 ||| the black cat ||| -1.5 ||| le chat noir ||| 4 4
0.8 0.1 0.05 0.05
0.05 0.1 0.8 0.05
0.1 0.2 0.65 0.05
0 0 0.1 0.9

1 ||| yes ||| -0.5 ||| oui ||| 1 1
1
N
printf '0-0 1-2 2-1 1?1\n0-0\n' >gold.txt
attnviz heatmap n.txt
attnviz heatmap n.txt --example 1 --align gold.txt -o n.png && attnviz heatmap --read n.png
attnviz heatmap n.txt --example 2 --align gold.txt -o m.pdf
attnviz heatmap n.txt --example 3
attnviz heatmap n.txt --example 1 --head 2
echo '[[1,0],[0,1]]' >a.json
attnviz heatmap a.json --align gold.txt
attnviz heatmap a.json --align gold.txt --example 1
attnviz heatmap a.json --align gold.txt --example 2
printf '0-0 1:1\n' >bad.txt
attnviz heatmap a.json --align bad.txt
printf '0-0 1-1\n' >good.txt
attnviz heatmap a.json --align good.txt --cell 4 -o small.png
attnviz heatmap a.json --align good.txt --cell 1 -o small.png
# Marian's alignments, with tokens of the source; OpenNMT-py's; tokens beside other keys
printf 'yes indeed ||| 0.9,0.1 0.2,0.8\n' >m.txt
echo '{"source": ["oui", "</s>"], "target": ["yes", "indeed"], "input_ids": [5, 0]}' >t.json
attnviz heatmap m.txt --tokens t.json -o m.png && attnviz heatmap --read m.png
printf '\nPRED 1: yes\n             oui \n       yes *1.0000000 \n' >o.txt
attnviz heatmap o.txt -o o.png && attnviz heatmap --read o.png
