printf 'A <b> & "c" ]]>\n' >a.txt; attnviz heatmap a.txt --format svg; grep -m 1 '<title>' a.svg
