# a soft cap, a bias, a past; what can be left out; what does not fit
printf '{"Q": [[1, 0], [0, 2]], "K": [[1, 0], [0, 1], [1, 1]], "V": [[1], [2], [3]]}' > qkv.json
printf '[[0.5, 0, 0], [0, 0, -1]]' > bias.json
printf '[[[1, 0, 1], [1, 1, 1]], [[1, 1, 1], [0, 1, 1]]]' > heads.json
attnviz attend qkv.json --softcap 2 --bias bias.json --causal --past 1
attnviz attend qkv.json --softcap 2 --scale 0.5 --without softcap --only S
attnviz attend qkv.json --bias bias.json --without bias --only A
attnviz attend qkv.json --heads 2 --mask heads.json --only S 2>&1 | head -n 4
printf '{"Q": [[1, 0], [0, 2]], "K": [[1, 0], [0, 1], [1, 1]], "V": [[1, 0], [2, 1], [3, 2]]}' > wide.json
attnviz attend wide.json --heads 2 --mask heads.json --only S
for asked in '--softcap 0' '--softcap x' '--past 1' '--past 3 --causal' '--bias qkv.json:V' '--mask heads.json' '--bias heads.json --example 2' \
    '--mask heads.json --example 3'; do
    attnviz attend qkv.json $asked
done
# keys and values of a cache
printf '{"K": [[1, 0]], "V": [[9]], "long": [[1, 0], [0, 1]], "wide": [[1, 0, 0]]}' > cache.json
attnviz attend qkv.json --past-keys cache.json:K --past-values cache.json:V --only K,A
for asked in '' '--past-values cache.json:long' '--past-values cache.json:wide' '--past-values cache.json:V --past 2 --causal'; do
    attnviz attend qkv.json --past-keys cache.json:K $asked
done
printf '{"X": [[1, 0]], "W_Q": [[1], [0]], "W_K": [[1], [0]], "W_V": [[1], [0]]}' > layer.json
attnviz attend layer.json --past-keys cache.json:K --past-values cache.json:V
