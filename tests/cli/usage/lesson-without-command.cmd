attnviz le-chat-noir
