# lines of white space alone are no sentences, but count as lines
printf '  \n\tle chien dort. \n \n   \n\t\t\r\n    \nun chat' >text.txt
printf ' \t  \n' >blank.txt
attnviz generate "$EXAMPLES/word-by-word.json" text.txt
attnviz generate "$EXAMPLES/word-by-word.json" blank.txt
echo "$?"
