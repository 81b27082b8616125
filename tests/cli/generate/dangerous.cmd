sed 's/"the"/"\\u001b[2J"/' "$EXAMPLES/word-by-word.json" >l.json; attnviz generate l.json --sentence 'le chat '"$(printf '\033[31m')" | cat -v; attnviz generate l.json --format json | cat -v
