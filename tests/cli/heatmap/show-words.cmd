attnviz heatmap le-chat-noir --show y
