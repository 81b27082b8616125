attnviz heatmap -o chat.jpg; ls
