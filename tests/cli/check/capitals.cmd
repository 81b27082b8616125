# a word with other capitals is meant, where only one fits
echo '{"y": ["The", "BLACK", "cat"]}' | attnviz check le-chat-noir -
cat >months.json <<'END'
{"attnviz": 1, "title": "T", "sequences": {"month": ["May", "may", "June"]}, "indices": {"i": "month"},
 "given": {"p": {"cols": "month", "values": [0, 1, 0]}}, "steps": [{"compute": ["y = argmax(p)"]}]}
END
echo '{"y": "may"}' | attnviz check ./months.json -
echo '{"y": "MAY"}' | attnviz check ./months.json -
