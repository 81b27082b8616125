attnviz heatmap le-chat-noir --show e -o e.png && ls
