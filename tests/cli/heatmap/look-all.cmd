# every look draws, and no two of them the same picture
# slow under sanitizers
for theme in light dark; do for colors in indigo moss ember sand grey; do
    attnviz heatmap --theme $theme --colors $colors -o $theme-$colors.png
done; done
attnviz heatmap --numbers never -o never.png; attnviz heatmap --cell 60 -o cell.png; attnviz heatmap --scale 1.5 -o scale.png
cksum ./*.png | cut -d' ' -f1 | sort -u | wc -l
