attnviz heatmap -o -; ls
