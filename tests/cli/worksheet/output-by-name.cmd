# the ending of the name chooses the format, --format wins over it, and no file has a false name
start() { head -c 5 "$1" | head -n 1; echo; }
for name in a.txt a.md a.tex a.html a.PDF a a.v2; do attnviz worksheet scores -o $name && echo "$name" && start $name; done
for name in b.png b.svg b.json b.npy b.docx; do attnviz worksheet scores -o $name; echo $?; done 2>&1
attnviz worksheet scores --class 2 -o b.png; echo $?
attnviz worksheet scores --format markdown -o c.pdf && start c.pdf
attnviz worksheet scores -o /dev/stdout | head -n 1
ls
