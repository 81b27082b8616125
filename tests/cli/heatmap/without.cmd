# each map that changes three times; its numbers are those of explain
attnviz heatmap masked --without mask -o mask.png && attnviz heatmap --read mask.png >mask.json
grep -o '"subtitle":"[^"]*"\|"title":"[^"]*","scale":"[a-z]*"' mask.json
grep -o '"data":.*\]\]' mask.json | sed 's/"data"://' >picture
attnviz explain masked --without mask --only A --format json >text.json
sed -n 's/.*"with":{[^{]*"data":\(\[\[.*\]\]\)},"difference".*/\1/p' text.json >text
sed -n 's/.*"data":\(\[\[[^"]*\]\]\),"reading".*/\1/p' text.json >>text
sed -n 's/.*"difference":\(\[\[.*\]\]\)}.*/\1/p' text.json >>text
wc -l <text && cmp text picture && echo same
