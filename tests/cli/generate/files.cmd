echo 'le chien dort.' >a.txt && echo 'un chat' >b.txt && attnviz generate "$EXAMPLES/word-by-word.json" a.txt b.txt
