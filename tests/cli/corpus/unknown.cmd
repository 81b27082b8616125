attnviz corpus pears
