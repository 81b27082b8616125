attnviz worksheet translator-pairs
