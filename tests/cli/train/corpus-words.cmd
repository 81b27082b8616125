# lines of a corpus: words that no vocabulary has are named, and where nothing stands for them refused, though
# training would come to them at no step
cp "$EXAMPLES/learns.json" "$EXAMPLES/cats.json" .
sed 's/"chat", //; s/"steps": 300/"steps": 1/' learns.json >fewer.json
attnviz train fewer.json -o own.safetensors | sed -n 3p
printf 'le chat\tthe cat\nla vache\tthe cow\nle chat\tthe dog\n' >own.tsv
sed 's/cats.json/own.tsv/; s/"steps": 300/"steps": 1/; s/"batch": 8/"batch": 1/; s/"shuffled"/"written"/' learns.json >pairs.json
attnviz train pairs.json -o own.safetensors
