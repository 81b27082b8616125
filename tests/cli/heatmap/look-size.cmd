# cells as large as asked for: the picture grows by 3 columns and 3 rows of 40 pixels
# slow under sanitizers
size() { od -An -tu1 -j16 -N8 "$1" | awk '{ print $3 * 256 + $4, $7 * 256 + $8 }'; }
for cell in 60 100; do attnviz heatmap --cell $cell -o $cell.png; size $cell.png; done
for scale in 1 2 8 0.5; do attnviz heatmap --scale $scale -o s.png; size s.png; done
