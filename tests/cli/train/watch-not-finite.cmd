# what --watch names can be read, but not be computed
attnviz train learning --film f.png --watch 'log(A - 5)'; echo $?
ls
