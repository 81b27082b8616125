attnviz heatmap le-chat-noir -o /dev/full
