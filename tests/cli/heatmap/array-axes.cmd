# what the axes are is asked, never guessed
row='[0.5,0.5]' map="[$row,$row]"
echo "[[$map,$map,$map],[$map,$map,$map]]" >four.json
attnviz heatmap four.json
attnviz heatmap four.json --head 2
attnviz heatmap four.json --layer 2 --head 3
attnviz heatmap four.json --layer 3
attnviz heatmap four.json --layer 1 --head 0
attnviz heatmap four.json --example 1 --heads mean -o mean.png
attnviz heatmap four.json --axes head,head,query,key
attnviz heatmap four.json --axes layer,head,key
attnviz heatmap four.json --axes layer,head,query,keys -o all.png
attnviz heatmap four.json --axes layer,query,head,key
attnviz heatmap four.json --axes layer,heat,query,key
attnviz heatmap four.json --axes example,head,query,key
attnviz heatmap four.json --head 1 --heads max
echo "[$map,$map]" >three.json
attnviz heatmap three.json
attnviz heatmap three.json --head 2 --layer 1
echo "$map" >two.json
attnviz heatmap two.json --head 1
echo '[0.25,0.75]' >one.json
attnviz heatmap one.json
echo '[[[[[[[0.5]]]]]]]' >seven.json
attnviz heatmap seven.json
echo "[[[$map,$map]]]" >five.json
attnviz heatmap five.json --head 2
attnviz heatmap --read one.png | head -c 200
attnviz heatmap four.json --axes layer,head,query,key --cell 20 --numbers never -o all.svg && head -n 2 all.svg | grep -o ' width="[^"]*" height="[^"]*"'
