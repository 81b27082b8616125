# how a lesson of one's own flows: its page asks dot for the places, and goes without where there is none
it=$(command -v attnviz); flows() { grep -o '<h2 id="flow-title">[^<]*\|<g class="box" data-node="[0-9]*"' "$1"; echo "$1"; }
cat >own.json <<'END'
{ "attnviz": 1, "title": "Own", "given": { "x": [[1, 2], [3, 4]] }, "steps": [ { "say": "Scores.", "compute": "S = x xᵀ", "heatmap": "S" } ] }
END
PATH=/nowhere $it explain own.json -o none.html; echo $?; flows none.html
PATH=/nowhere $it explain own.json --only S -o only.html; PATH=/nowhere $it explain own.json --format markdown >own.md
PATH=/nowhere $it explain self-attention --set 'X_{1,1} = 2' -o set.html; flows set.html | head -1
PATH=/nowhere $it explain translator-pairs --sentence 'la vache noire' -o said.html; flows said.html | head -1
PATH=/nowhere $it explain self-attention --without scale -o without.html; flows without.html
cat >dot <<'END'
#!/bin/sh
# one row of parts, as -Tplain tells of it
echo "$1" >>asked; tr '[=' '  ' | tr -d ']' | awk '
    / -> / { edges = edges "edge " $1 " " $3 " 4 " at[$1] " 1 " at[$1] " 1 " at[$3] " 1 " at[$3] " 1\n" }
    /^n.* width/ { at[$1] = across + $3 / 2; across += $3 + 1; nodes = nodes "node " $1 " " at[$1] " 1 " $3 " " $5 "\n" }
    END { printf "graph 1 %s 2\n%s%sstop\n", across, nodes, edges }'
END
chmod +x dot; PATH=$PWD:$PATH
attnviz explain own.json -o own.html; flows own.html; sort -u asked
attnviz explain self-attention --without scale -o without.html; flows without.html
printf '#!/bin/sh\nexit 1\n' >dot; attnviz explain own.json -o fails.html; flows fails.html
printf '#!/bin/sh\nyes\n' >dot; attnviz explain own.json -o yes.html; flows yes.html
