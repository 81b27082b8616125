# the ending of the file decides
attnviz worksheet hard-attention --partly -o sheet.tex && sed 1,/begin{document}/d sheet.tex
