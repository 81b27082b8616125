attnviz explain le-chat-noir --zoom score --only e --at t=1 | grep -c opened
