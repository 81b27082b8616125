# the ending of the name chooses the format, --format wins over it, and no file has a false name
mkdir d
first() { head -n 1 "$1" | cut -c 1-60; }
cat >l.json <<'L'
{"attnviz":1,"title":"T","given":{"x":[1,2]},"steps":[{"compute":"y = 2 x","heatmap":"y"}]}
L
for name in a.txt a.json a.md a.MARKDOWN a.tex a a.v2 .json d/a.JSON 'd/a b.md'; do
    attnviz explain l.json -o "$name" && echo "$name: $(first "$name")"
done
for name in a.pdf A.PDF a.png a.svg a.html a.docx a.npy a.csv a.tsv; do
    mkdir refused && attnviz explain l.json --only y -o refused/$name; echo "$? $(ls -A refused)"; rm -r refused
done 2>&1
# what is asked for in words wins, over a known ending and over one that is refused
attnviz explain l.json --format json -o b.txt && first b.txt
attnviz explain l.json --format markdown -o b.pdf && first b.pdf && ls b*
attnviz explain l.json --format text -o b.json && first b.json
# streams have no ending
attnviz explain l.json -o - | head -n 1
attnviz explain l.json -o /dev/stdout | head -n 1
ln -s /dev/stdout s.pdf && attnviz explain l.json -o s.pdf | head -n 1
mkfifo pipe.json && { attnviz explain l.json -o pipe.json & head -n 1 pipe.json; wait; }
