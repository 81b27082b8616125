# the picture is what its name says; the words are not what -o is for
start() { head -c 4 "$1" | tail -c 3; echo; }
lesson="$EXAMPLES/word-by-word.json"
for name in a.svg a.PDF a; do attnviz generate "$lesson" -o $name && start $name; done
for name in b.txt b.json b.md b.html b.jpg; do attnviz generate "$lesson" -o $name; echo $?; done 2>&1
attnviz generate "$lesson" --format json -o c.png >/dev/null && start c.png
ls
