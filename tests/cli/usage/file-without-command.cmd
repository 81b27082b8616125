attnviz mine.json
