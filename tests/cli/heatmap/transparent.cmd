# without a ground: a table with an alpha, four channels, and no rectangle behind all
for numbers in never always; do
    attnviz heatmap --transparent --numbers $numbers -o a.png && od -An -tu1 -j25 -N1 a.png && grep -ac tRNS a.png
done
for ground in '' --transparent; do attnviz heatmap $ground -o a.svg && grep -c '<rect x="0" y="0" width="1600" height="900"' a.svg; done
attnviz heatmap --transparent -o a.pdf; attnviz heatmap --read a.png | head -n 1
