# a heading does not name the word that is asked for below it; the key does, as do headings of words that are given
attnviz worksheet le-chat-noir --seed 7 | grep '^t = '
attnviz worksheet le-chat-noir --seed 7 --partly | grep '^t = '
attnviz worksheet le-chat-noir --seed 7 --solved | grep '^t = '
attnviz worksheet linear-attention --seed 7 | grep '^t = '
