attnviz corpus
