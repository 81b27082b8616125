printf 'le\nchat\n' | attnviz generate "$EXAMPLES/word-by-word.json" - -o map.png; echo $?; ls
