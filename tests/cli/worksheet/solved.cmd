# the lesson without a name is le-chat-noir
attnviz worksheet hard-attention --solved --precision 2
attnviz worksheet --solved | head -n 3
