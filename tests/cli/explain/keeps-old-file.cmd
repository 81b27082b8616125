echo old >told.txt; (ulimit -f 0; attnviz explain -o told.txt; echo $?) 2>&1 | cat; cat told.txt; ls -A
