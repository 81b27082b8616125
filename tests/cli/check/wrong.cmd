attnviz check le-chat-noir "$EXAMPLES/answers.json"; echo $?
attnviz check le-chat-noir "$EXAMPLES/answers.json" --hint; echo $?
