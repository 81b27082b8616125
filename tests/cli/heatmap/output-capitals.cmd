attnviz heatmap -o CHAT.PNG
