echo le chat >a.png; attnviz generate "$EXAMPLES/word-by-word.json" a.png; cp a.png a.svg; ln -s a.svg b; attnviz generate "$EXAMPLES/word-by-word.json" ./b -o a.svg; cat a.svg
