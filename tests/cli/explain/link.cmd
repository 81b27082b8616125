# what a lesson names is not behind a link, whether to a file, to a folder, or to nothing; nor is it a pipe
mkdir box out; echo secret >out/words.txt; ln -s ../out/words.txt box/words.txt; ln -s ../out box/data; ln -s none box/none.txt; mkfifo box/pipe.txt
for name in words.txt data/words.txt none.txt pipe.txt data ../out/words.txt; do
    printf '{ "attnviz": 1, "title": "Own",\n  "sequences": { "s": { "file": "%s" } }, "steps": [ { "say": "{=s}" } ] }\n' $name >box/own.json
    attnviz explain box/own.json
done
# the lesson and its folder may be behind one: the user names them
printf '{ "attnviz": 1, "title": "Own",\n  "sequences": { "s": { "file": "words.txt" } }, "steps": [ { "say": "{=s}" } ] }\n' >out/own.json
attnviz explain box/data/own.json
attnviz explain none/own.json
