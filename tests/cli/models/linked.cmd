# a cache of a hub is a folder of links
mkdir model
for file in config.json model.safetensors tokenizer.json; do ln -s "$CASES/tiny-gpt2/$file" "model/$file"; done
attnviz explain --model model --sentence "The cat" --only X_2
