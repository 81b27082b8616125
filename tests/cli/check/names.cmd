echo '[1]' >x.json
attnviz check le-chat-noir Zz=x.json; echo $?
attnviz check le-chat-noir 'α_4=x.json'; attnviz check le-chat-noir 'e_{i,1}=x.json'; attnviz check le-chat-noir 'α_{1,7}=x.json'
attnviz check le-chat-noir 'α_{t-1}=x.json'; attnviz check le-chat-noir 'Q K=x.json'; attnviz check le-chat-noir 's_{1,1,1}=x.json'
attnviz check scaling Q=x.json; attnviz check le-chat-noir α=x.json alpha=x.json
echo '{"α": [1], "e": [2]}' >two.json; attnviz check le-chat-noir c=two.json; echo $?
