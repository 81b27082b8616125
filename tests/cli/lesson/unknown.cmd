attnviz explain le-chat-nior
