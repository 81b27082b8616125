cp -r "$CASES/tiny-gpt2" model
sed 's/"n_layer"/"eos_token_id": [2, 20], "n_layer"/' "$CASES/tiny-gpt2/config.json" > model/config.json
attnviz generate model/ --sentence "The cat sat"
attnviz explain --model model/ --sentence "The cat sat" --only sentence
attnviz generate model/ --target-ids 1 2>/dev/null || echo refused
attnviz generate "$CASES/tiny-gpt2" --sentence "The cat" --beam 3
