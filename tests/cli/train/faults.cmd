# what is asked for wrongly, before any training
for words in '' learning.json le-chat-noir 'learning --strip' 'learning --watch A' 'learning --every 5' 'learning --film a.gif' \
    'learning --film f.png --watch M' 'learning --film f.png --watch Qq' 'learning --film f.png --watch A,M' \
    'learning --film f.png --watch A,Z_1,2' 'learning --film f.png --watch A,y=2' 'learning --film f.png --watch blur' \
    'learning -o w.bin' 'learning --set A=1' 'learning --set blur=1' \
    'learning --steps 0' 'learning --seed -1' 'learning --film f.png --every 0'; do
    attnviz train $words
    echo $?
done 2>&1
printf '{"attnviz":1,"title":"T","learned":{"w":3},"steps":[{"compute":"L = (w^2 - 1)^2"},
{"train":{"loss":"L","steps":50,"rate":10}}]}' >far.json
attnviz train far.json --film f.png 2>&1
attnviz train far.json --set w=1 --input x=y 2>&1
attnviz train far.json 2>&1
attnviz train far.json --watch L --every 1 --steps 700 --set w=1 --film f.png 2>&1
ls
