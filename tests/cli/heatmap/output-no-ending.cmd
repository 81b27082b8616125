attnviz heatmap -o chat; ls
