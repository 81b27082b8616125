# zeros above the diagonal, and there alone, can only be a mask
printf '1,0,0\n0.5,0.5,0\n0,0.25,0.75\n' >a.csv
attnviz heatmap a.csv && attnviz heatmap --read a.png
printf '1,0,0\n0.5,0.5,0\n0.0001,0.2499,0.75\n' >t.csv
attnviz heatmap t.csv -o t.svg && grep '<desc>' t.svg
# not where words of two sentences meet, nor where the numbers are no weights by their signs, nor in columns
printf ',x,y,z\na,1,0,0\nb,0.5,0.5,0\nc,0,0.25,0.75\n' >words.csv
attnviz heatmap words.csv && attnviz heatmap --read words.png | head -n 1
printf '1,0,0\n0.5,-0.5,0\n0,0.25,0.75\n' >signs.csv
attnviz heatmap signs.csv 2>/dev/null && attnviz heatmap --read signs.png | head -n 1
printf '0.5,0.5,0\n0.5,0.5,0\n0.25,0.75,0\n' >padding.csv
attnviz heatmap padding.csv && attnviz heatmap --read padding.png | head -n 1
# numbers are subtracted as they are
printf '0.5,0.25,0.25\n0.5,0.25,0.25\n0.25,0.25,0.5\n' >b.csv
attnviz heatmap a.csv --diff b.csv -o d.png && attnviz heatmap --read d.png
