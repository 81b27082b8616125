# the ending of the name chooses the format, --format wins over it, and no file has a false name
start() { head -c 4 "$1" | tail -c 3; echo; }
echo '[[0.5,0.5],[0.25,0.75]]' >m.json
for what in le-chat-noir m.json; do
    for name in a.png a.SVG a.pdf a a.v2; do attnviz heatmap $what -o $name && start $name; done
    for name in b.txt b.json b.md b.tex b.html b.jpg b.gif b.npy; do attnviz heatmap $what -o $name; echo $?; done 2>&1
    attnviz heatmap $what --format pdf -o c.png && start c.png
    attnviz heatmap $what --format svg -o c.json && start c.json
    attnviz heatmap $what -o -; echo $?
done
ls
