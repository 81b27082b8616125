attnviz explain le-chat-noir --without scale
