printf 'one\000two' >nul.txt; attnviz heatmap nul.txt
