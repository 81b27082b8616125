# where not even cells of one pixel fit, no smaller ones are advised, whatever size was asked for
column() { awk -v rows="$1" 'BEGIN { for (i = 0; i < rows; i++) print "0.5,0.5" }' >long.csv; }
column 20000
attnviz heatmap long.csv
echo $?
attnviz heatmap long.csv --cell 2
echo $?
column 16330
attnviz heatmap long.csv --cell 1
echo $?
