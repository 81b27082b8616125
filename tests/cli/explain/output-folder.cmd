mkdir folder; attnviz explain -o folder; echo $?; ls -A . folder
