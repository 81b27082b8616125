# the pictures, and the lines with their names; a folder that is there is left alone
attnviz corpus scenes -n 3 -o made
ls made; cat made/examples.tsv
cksum made/000001.png | cut -d ' ' -f 2 | sed 's/^[0-9][0-9]*$/a picture/'
attnviz corpus questions -n 2 -o made/questions && cut -f 1-3 made/questions/examples.tsv
attnviz corpus scenes -n 3 -o made 2>&1
attnviz corpus scenes -n 3 -o none/made 2>&1
attnviz corpus pairs -n 3 -o pairs 2>&1
attnviz corpus pairs --questions 2>&1
attnviz corpus scenes --words 3-4 2>&1
ls
