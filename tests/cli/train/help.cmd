# the same text both ways
attnviz train --help
attnviz train -h >short && attnviz help train | cmp - short
