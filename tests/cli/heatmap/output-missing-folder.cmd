attnviz heatmap le-chat-noir -o no/such/map.png; echo $?; ls
