# the key of a worksheet with its sums; what a source stated of other numbers is gone
attnviz explain le-chat-noir --worksheet 7 --only e,α --at t=2
attnviz explain self-attention --worksheet 7 --without scale --only a
attnviz explain translator-pairs --worksheet 7; echo $?
attnviz explain masked --worksheet x; echo $?
