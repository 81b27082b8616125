attnviz heatmap le-chat-noir >&-; echo $?; od -An -tx1 -N8 le-chat-noir.png
