# what is broken among words is told where it is
echo '{"y": ["the", tru]}' >a.json
attnviz check le-chat-noir a.json; echo $?
echo '{"y": {"a": [true], "b": nothing}}' >a.json
attnviz check le-chat-noir a.json; echo $?
echo '{"y": ["the", "c\q"]}' >a.json
attnviz check le-chat-noir a.json; echo $?
