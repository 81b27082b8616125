attnviz check le-chat-noir "$EXAMPLES/answers.json" >/dev/full
