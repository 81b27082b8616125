(ulimit -f 0; attnviz explain -o told.txt; echo $?) 2>&1 | cat; ls -A
