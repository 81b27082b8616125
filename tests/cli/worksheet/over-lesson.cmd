cp "$LESSONS/scores.json" l.json; cp l.json before
attnviz worksheet l.json -o l.json; echo $?; cmp l.json before
cp l.json l-key.json; attnviz worksheet l-key.json --class 1 -o l.json; echo $?; cmp l-key.json before; ls
