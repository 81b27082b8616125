# own words above and below a picture, or none
for title in 'Who looks at whom? <b>&amp;</b>' none; do
    attnviz heatmap self-attention --title "$title" --caption "$title" -o a.png && attnviz heatmap --read a.png | head -n 2
done
printf 'The cat sat.\nA dog ran.\n' > two.txt
attnviz heatmap two.txt --title none
attnviz heatmap two.txt --title Mine
attnviz heatmap two.txt --title ''
attnviz heatmap two.txt --caption
