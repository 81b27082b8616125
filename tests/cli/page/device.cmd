# a device has no place beside it
attnviz explain masked --format markdown -o /dev/null; ls
