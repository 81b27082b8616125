# masked and not, heads and single maps, from one text to another; a row whose first columns are none of its own
for lesson in multi-head masked transformer le-chat-noir reader writer; do
    attnviz heads "$lesson" | sed '/^Means/,/^A kind/d'
done
attnviz heads masked --set 'S_{5,1} = 9' -o heads.csv && cat heads.csv
attnviz heads masked -o heads.json && head -n 2 heads.json
