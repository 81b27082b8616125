mkdir sub; echo 'A dog ran.' >'my text'; echo 'A dog ran.' >plain; attnviz heatmap 'my text' plain; attnviz heatmap 'my text.txt'
