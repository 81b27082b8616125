# two words that training never saw are two words, and have their places
attnviz explain meaning --sentence 'The visitor forgot the money near the bank.' --input other='The visitor forgot the river near the bank.' | grep -A1 -e 'falls on' -e 'checks'
attnviz explain meaning --sentence 'The visitor forgot the money near the bank.' --input other='The visitor forgot the river near the bank.' --only differs
attnviz explain long-range --sentence 'The zebra, which was small and fluffy, sneezed on the mat.' --input verb=sneezed --input subject=zebra --only gap
