cp "$LESSONS/scores.json" l.json; cp l.json before
attnviz worksheet l.json --format text -o l.json; echo $?; cmp l.json before
cp l.json l-key.json; attnviz worksheet l-key.json --class 1 --format text -o l.json; echo $?; cmp l-key.json before; ls
