cp "$EXAMPLES/answers.json" .; attnviz check le-chat-noir answers.json --format json; attnviz check le-chat-noir answers.json --format json --hint
