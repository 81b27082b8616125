# a weight that was set is no per cent of anything; the others of its row are none either, the other rows are
attnviz explain self-attention --set 'a_1 = 5' | grep -A 1 'Most'
attnviz explain self-attention --set 'a_1 = 0.9' | grep -A 1 'Most'
attnviz explain self-attention --set 'A_{1,2} = 0.9' | grep -A 1 'Relevance' -A 2
attnviz explain self-attention | grep -A 1 'Most'
