attnviz heatmap le-chat-noir -o a.png; TZ=Asia/Tokyo HOME=/ attnviz heatmap le-chat-noir -o b.png; cmp a.png b.png && echo same
