printf '\n the cat \r\n\n\na dog\n' >lines.txt; attnviz heatmap lines.txt && ls
