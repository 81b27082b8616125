# folders, blanks and signs in the page's name
mkdir talks
attnviz explain analogy --format markdown -o 'talks/my page (1).md' && ls talks && grep '^!\[' talks/*.md
attnviz explain analogy --format markdown -o .page; ls -A
