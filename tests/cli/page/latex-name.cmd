# a name that TeX cannot read; without pictures any name will do
attnviz explain masked --format latex -o '100%.tex'; attnviz explain masked --format latex -o 'a  b.tex'; ls
attnviz explain masked --only V --format latex -o '100%.tex' && ls
