attnviz explain le-chat-noir --zoom attention
