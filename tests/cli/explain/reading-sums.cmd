# weights that the reader changed do not sum to 1; output weights over a vocabulary are no map
attnviz explain le-chat-noir --only α,p --at t=1 --set 'α_{1,2} = 0.9'
