attnviz explain -o no/such/folder.txt; echo $?; ls
