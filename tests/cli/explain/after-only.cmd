# the value at its place, the one after training, and both; what no step shows is told where the lesson trains
attnviz explain learning --only L
attnviz explain learning --only 'after(L)'
attnviz explain learning --only 'after(L),L_new,after(X)'
attnviz explain learning --only 'after(b_Q),after(Z)'
attnviz explain learning --only 'after(blur)'
