# nothing is left where the pictures cannot be written
attnviz explain masked --format markdown -o missing/page.md; ls
