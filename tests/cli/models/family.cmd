mkdir model
echo '{ "model_type": "mamba" }' >model/config.json
attnviz explain --model model
echo '{ "n_layer": 12 }' >model/config.json
attnviz explain --model model
echo '{ "model_type": 3 }' >model/config.json
attnviz explain model/
