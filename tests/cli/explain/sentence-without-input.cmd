attnviz explain le-chat-noir --sentence x
