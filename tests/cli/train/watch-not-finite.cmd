# what --watch names can be read, but not be computed
attnviz train learning --watch 'log(A - 5)'; echo $?
ls
