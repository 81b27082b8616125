attnviz explain no-such-lesson 2>&-
