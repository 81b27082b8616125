attnviz lessons
