echo old >told.txt; (ulimit -f 0; attnviz explain -o told.txt); echo $?; cat told.txt; ls -A
