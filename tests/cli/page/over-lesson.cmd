# a picture never overwrites what the lesson is read from
cp "$LESSONS/masked.json" chat-2.png
attnviz explain chat-2.png --format markdown -o chat.md; ls; cmp chat-2.png "$LESSONS/masked.json"
