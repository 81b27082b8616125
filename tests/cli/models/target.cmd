# --target-ids belongs to lessons with an input of that name
attnviz explain --model "$CASES/tiny-gpt2" --ids 29 --target-ids 3
attnviz heatmap --model "$CASES/tiny-gpt2" --ids 29 --target-ids 3
mkdir model
cp "$CASES"/tiny-gpt2/tokenizer.json model
echo '{ "model_type": "t5", "vocab_size": 50, "num_layers": 1, "num_heads": 1, "eos_token_id": 99 }' >model/config.json
attnviz explain --model model
