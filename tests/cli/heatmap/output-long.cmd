attnviz heatmap le-chat-noir --output map.png && ls
