(ulimit -f 0; attnviz explain -o told.txt); echo $?; ls -A
