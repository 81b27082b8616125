(ulimit -f 0; attnviz heatmap le-chat-noir; echo $?) 2>&1 | cat; ls -A
