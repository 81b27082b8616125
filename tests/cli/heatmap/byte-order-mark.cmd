printf '\357\273\277the cat\n' >marked.txt; echo 'the cat' >plain.txt; attnviz heatmap marked.txt plain.txt && cmp marked.png plain.png && echo same
