# a model that computes something else than the formulas is refused before anything is computed
mkdir model
cp "$CASES"/tiny-gpt2/* model
sed 's/{/{ "scale_attn_by_inverse_layer_idx": true,/' "$CASES/tiny-gpt2/config.json" >model/config.json
attnviz explain --model model
sed 's/"gpt2"/"bert", "position_embedding_type": "relative_key"/' "$CASES/tiny-gpt2/config.json" >model/config.json
attnviz explain --model model
for more in '"mlp_bias": true' '"mlp_bias": [1]' '"partial_rotary_factor": 0.25' '"sliding_window": 3'; do
    echo "{ \"model_type\": \"llama\", \"num_hidden_layers\": 1, \"num_attention_heads\": 2, \"hidden_size\": 4, \"vocab_size\": 50,
  $more }" >model/config.json
    attnviz explain --model model --sentence "The cat sat." --only X_0
done
