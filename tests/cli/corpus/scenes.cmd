# captions with the boxes of their words; half of the test has what is held out
attnviz corpus scenes -n 4 --roles
attnviz corpus scenes -n 3 --part test --seed 3
