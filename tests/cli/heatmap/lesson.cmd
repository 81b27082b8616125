attnviz heatmap le-chat-noir && od -An -tx1 -N8 le-chat-noir.png
