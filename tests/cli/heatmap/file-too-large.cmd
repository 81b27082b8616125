(ulimit -f 0; attnviz heatmap le-chat-noir); echo $?; ls -A
