# what a folder lacks, or has damaged, is said with its place
attnviz explain --model none
mkdir model
attnviz explain --model model
cp "$CASES"/tiny-gpt2/* model
rm model/model.safetensors
attnviz explain --model model
head -c 900 "$CASES/tiny-gpt2/model.safetensors" >model/model.safetensors
attnviz explain --model model
cp "$CASES/tiny-gpt2/model.safetensors" model
sed 's/ByteLevel/ByteLevels/' "$CASES/tiny-gpt2/tokenizer.json" >model/tokenizer.json
attnviz explain --model model
cp "$CASES/tiny-gpt2/tokenizer.json" model
sed 's/"n_layer": 2/"n_layer": 3/' "$CASES/tiny-gpt2/config.json" >model/config.json
attnviz explain --model model --only X_3
