# a page and its picture beside it, whose name is printed
attnviz explain analogy --format markdown -o notes.md; ls; cat notes.md
