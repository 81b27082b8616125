printf '\377\376o\000n\000' >words.txt; attnviz heatmap words.txt
