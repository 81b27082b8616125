# what happens in short films, and in which frames; half of the test has what is held out
attnviz corpus clips -n 3 --roles
attnviz corpus clips -n 2 --part test --seed 3
attnviz corpus clips --vocabulary source | tr '\n' ' '
attnviz corpus clips -n 2 -o made
ls made; cut -f 1-2 made/examples.tsv
