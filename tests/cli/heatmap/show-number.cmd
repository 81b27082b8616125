attnviz heatmap le-chat-noir --show 'e_{1,2}'
