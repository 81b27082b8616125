# gnuplot -c gnuplot_map.gp WEIGHTS.tsv OUT.png: the map of one sentence; the table as for matplotlib_map.py
set terminal pngcairo size 1600,900 font "sans,16"
set output ARG2
set datafile separator "\t"
set palette defined (0 '#440154', 1 '#3b528b', 2 '#21908c', 3 '#5ec962', 4 '#fde725')
set cbrange [0:1]
set yrange [*:*] reverse
set xtics rotate by 45 right
set size ratio -1
set xlabel "key"
set ylabel "query"
unset key
plot ARG1 matrix rowheaders columnheaders with image
