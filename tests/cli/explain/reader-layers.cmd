# what each layer sees is said where its turn begins
attnviz explain reader --sentence 'the cat' | grep -A1 -e 'In the first layer' -e 'In the second layer'
