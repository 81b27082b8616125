# nothing is left where the page cannot be written, nor a page where a picture of it cannot be
attnviz explain masked --format markdown -o missing/page.md; ls
mkdir page-1.png
attnviz explain masked --format markdown -o page.md; ls
