attnviz explain --only target -o - >told.txt; cat told.txt; ls
