# what is odd about the numbers stands in the picture
printf '0.5,0.21\n0.9,0.42\n' >off.csv
attnviz heatmap off.csv 2>/dev/null && attnviz heatmap --read off.png | head -n 1
printf '0.5,0.5\n5,0.3\n' >five.csv
attnviz heatmap five.csv 2>/dev/null && attnviz heatmap --read five.png | head -n 1
attnviz heatmap five.csv -o five.svg 2>/dev/null
printf '0.5,0.9\n0.5,0.1\n' >turned.csv
attnviz heatmap turned.csv 2>/dev/null && attnviz heatmap --read turned.png | head -n 1
echo '[[0.5,NaN],[Infinity,"nan"],[0.5,0.5]]' >nan.json
attnviz heatmap nan.json && attnviz heatmap --read nan.png
echo '[[[0.5,0.5],[0.25,0.75]],[[0.5,NaN],[0.25,0.25]]]' >heads.json
attnviz heatmap heads.json --axes head,query,key 2>/dev/null && attnviz heatmap --read heads.png | head -n 1
attnviz heatmap heads.json --head 1 -o one.png && attnviz heatmap --read one.png | head -n 1
attnviz heatmap heads.json --heads mean --axes head,query,key -o mean.png 2>/dev/null &&
    attnviz heatmap --read mean.png | head -n 1
attnviz heatmap off.csv --diff five.csv -o diff.png 2>/dev/null && attnviz heatmap --read diff.png | head -n 1
# maps too large for one picture say each what it is
awk 'BEGIN { printf "["; for (k = 0; k < 2; k++) { printf k ? ",[[" : "[["
    for (j = 0; j < 2000; j++) printf "%s%d", j ? "," : "", j == 0 ? k + 1 : 0
    printf "]]" }; print "]" }' >long.json
attnviz heatmap long.json --axes head,query,key 2>/dev/null
for i in 1 2; do attnviz heatmap --read long-$i.png | head -n 1; done
