sed s/NOUN.gender,number/NOUN\[gander,number/ "$EXAMPLES"/cats.json >cats.json
attnviz corpus cats.json
