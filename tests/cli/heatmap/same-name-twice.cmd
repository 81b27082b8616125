mkdir a b; echo x >a/s.txt; echo y >b/s.txt; attnviz heatmap a/s.txt b/s.txt
