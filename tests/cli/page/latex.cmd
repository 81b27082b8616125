# a document of LaTeX, and its picture as PDF
attnviz explain analogy --format latex -o notes.tex; ls; cat notes.tex
