attnviz heatmap >/dev/null; attnviz heatmap --read le-chat-noir.png
