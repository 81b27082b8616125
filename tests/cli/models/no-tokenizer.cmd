mkdir model
cp "$CASES/tiny-gpt2/config.json" "$CASES/tiny-gpt2/model.safetensors" model
attnviz explain --model model --ids 29,33,2 --only 'A_{1,1}'
attnviz heatmap --model model --ids 29,33,2 -o map.png
attnviz heatmap --read map.png | tr -d ' \n' | cut -c1-200
attnviz explain --model model --sentence "The cat"
