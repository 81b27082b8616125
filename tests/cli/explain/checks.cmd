attnviz explain le-chat-noir --checks
