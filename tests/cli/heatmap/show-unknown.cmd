attnviz heatmap le-chat-noir --show nonsense
