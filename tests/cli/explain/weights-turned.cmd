# matrices of a weights file with as many rows as columns: which way they lie there is stated, or warned of
weights() { # METADATA: the header, 240 bytes with its blanks, and 68 bytes of zeros
    printf '\360\0\0\0\0\0\0\0%-240s' \
        '{'"$1"'"q":{"dtype":"F32","shape":[2,2],"data_offsets":[0,16]},"qkv":{"dtype":"F32","shape":[2,6],"data_offsets":[16,64]},"b":{"dtype":"F32","shape":[1,1],"data_offsets":[64,68]}}'
    head -c 68 /dev/zero
}
lesson() {
    echo '{"attnviz":1,"title":"T","weights":"w.safetensors",
    "given":{'"$1"'},"steps":[{"compute":"y = 1","heatmap":"[[1, 2]]"}]}' >t.json
    attnviz explain ./t.json
}
square='"W_Q":{"weights":"q"},"W_V":{"weights":"qkv","part":[2,3]},"b":{"weights":"b"},"A":{"weights":"qkv"}'
weights '' >w.safetensors
lesson "$square"
lesson '"W_Q":{"weights":"q"},"W_K":{"weights":"q","transposed":true},"W_V":{"weights":"q","transposed":false}'
attnviz explain ./t.json --format json >out.json
attnviz heatmap t.json
echo '{"y": 1}' >y.json
attnviz check ./t.json y.json
# which of many
lesson '"A":{"weights":"q"},"B":{"weights":"q"},"C":{"weights":"q"},"D":{"weights":"q"},"E":{"weights":"q"},"F":{"weights":"q"},"G":{"weights":"q"},"H":{"weights":"q"}'
# all is stated, by the lesson or by the file
lesson '"W_Q":{"weights":"q","transposed":true}'
weights '"__metadata__":{"writer":"attnviz"},' >w.safetensors
lesson "$square"
# what attnviz writes
attnviz explain ./t.json --save W_Q,W_V=saved.safetensors >out.txt
sed 's/w.safetensors/saved.safetensors/; s/"q"/"W_Q"/; s/"qkv","part":\[2,3\]/"W_V"/; s/,"b":.*}}/}/' t.json >again.json
attnviz explain ./again.json
echo '{"attnviz":1,"title":"L","weights":"l.safetensors","given":{"x":[1,2]},"learned":{"W":{"random":[2,2]}},
  "steps":[{"compute":"L = norm(W x)"},{"train":{"loss":"L","steps":2,"rate":0.1}}]}' >l.json
attnviz train l.json >out.txt
attnviz explain ./l.json --only L | tail -n 1
