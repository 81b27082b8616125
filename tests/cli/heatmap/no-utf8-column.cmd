printf 'd\303\251j\303\240 \377' >text.txt; attnviz heatmap text.txt
