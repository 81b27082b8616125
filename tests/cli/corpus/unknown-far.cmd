attnviz corpus xyz
