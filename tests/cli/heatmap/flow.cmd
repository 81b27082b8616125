# a lesson's formulas as a diagram: what Graphviz is asked, whose places are known, what cannot be drawn
it=$(command -v attnviz); PATH=/nowhere $it heatmap self-attention --view flow -o a.png && attnviz heatmap --read a.png | cut -c1-60
PATH=/nowhere $it heatmap le-chat-noir --view flow --follow chat -o a.svg; grep -c '<title>' a.svg
PATH=/nowhere $it heatmap translator-pairs --view flow --sentence 'la vache noire' --theme dark -o a.pdf
printf '#!/bin/sh\ncat >asked; cat answer\n' >dot; chmod +x dot; PATH=$PWD:$PATH
attnviz heatmap self-attention --view flow --show S -o s.png; cat asked
printf 'graph 1 2 1\nnode n1 1 1 1 1\nstop\n' >answer; attnviz heatmap self-attention --view flow --show S -o s.png
printf '#!/bin/sh\nexit 1\n' >dot; attnviz heatmap self-attention --view flow --without scale
printf '#!/bin/sh\nyes\n' >dot; attnviz heatmap self-attention --view flow --without scale
rm dot; PATH=/nowhere $it heatmap self-attention --view flow --without scale
attnviz heatmap self-attention --follow dog; attnviz heatmap self-attention --view flow --follow cat
attnviz heatmap self-attention --view flow --show d_k; attnviz heatmap multi-head --view flow --at j=1
attnviz heatmap self-attention --view flow --size 640x480; attnviz heatmap --view flow --entropy
echo '[[0.9,0.1],[0.4,0.6]]' >w.json; attnviz heatmap w.json --view flow
echo '{"attnviz":1,"title":"a","steps":[{"compute":"A = 1"}],"flow":{"of":"A"}}' >of.json; attnviz heatmap ./of.json --view flow
echo '{"attnviz":1,"title":"a","steps":[{"compute":"A = 1"}],"flow":{"to":"B"}}' >of.json; attnviz heatmap ./of.json --view flow
echo '{"attnviz":1,"title":"a","steps":[{"say":"none"}]}' >of.json; attnviz heatmap ./of.json --view flow
awk 'BEGIN { printf "{\"attnviz\":1,\"title\":\"a\",\"given\":{\"x\":[1,2]},\"steps\":[{\"compute\":["; for (i = 0; i < 1001; i++) printf "%s\"a_{v%d} = x + x\"", i ? "," : "", i; print "]}]}" }' >many.json; attnviz heatmap ./many.json --view flow
ls
