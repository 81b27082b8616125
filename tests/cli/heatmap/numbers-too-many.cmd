awk 'BEGIN { for (i = 0; i < 100; i++) printf "word "; print "" }' >long.txt; attnviz heatmap long.txt --numbers always
