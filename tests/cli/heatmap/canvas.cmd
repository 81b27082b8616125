# a canvas of the usual size, of one that was asked for, and one that is too small
size() { od -An -tu1 -j16 -N8 "$1" | awk '{ print $3 * 256 + $4, $7 * 256 + $8 }'; }
attnviz heatmap --entropy -o s.png && size s.png
for option in "--size 1280x720" "--size 2000x1000 --scale 0.5"; do attnviz heatmap $option -o s.png && size s.png; done
for value in 1280 x720 1280x 0x720 1280x720x3 20000x10 -1x5 ' 3x3'; do attnviz heatmap --size "$value" -o s.png; done
attnviz heatmap --size 300x100 -o none.png; ls
