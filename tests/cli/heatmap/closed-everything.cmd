attnviz heatmap le-chat-noir <&- >&- 2>&-; echo $?; od -An -tx1 -N8 le-chat-noir.png
