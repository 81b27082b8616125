attnviz help corpus
