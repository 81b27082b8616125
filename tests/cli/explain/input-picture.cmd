# another picture in the place of the lesson's: this one is grey
attnviz heatmap --colors grey >/dev/null
attnviz explain soft-attention --only y --input picture=le-chat-noir.png
