# A text in place of captions leaves open all that it does not say; held-out combinations are as before.
attnviz corpus scenes --say 'COLOUR NOUN' -n 3
attnviz corpus scenes --say 'a/an NOUN GROUND' -n 1 --part test --seed 3
attnviz corpus "$EXAMPLES/toys.json" --say 'COLOUR NOUN' --vocabulary source
attnviz corpus scenes --say 'COLOR NOUN' 2>&1
attnviz corpus pairs --say 'COLOUR' 2>&1
attnviz corpus scenes --questions --say 'COLOUR NOUN' 2>&1
