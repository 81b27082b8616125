mkdir model
cp "$CASES"/tiny-gpt2/* model
sed 's/gelu_new/mish/' "$CASES/tiny-gpt2/config.json" >model/config.json
attnviz explain --model model
