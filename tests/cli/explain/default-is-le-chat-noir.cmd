attnviz explain >one; attnviz explain le-chat-noir | cmp - one && echo same
