# what explain saves is drawn, where it is a matrix; else the names are told that there are
for ending in json npz safetensors npy csv tsv; do
    attnviz explain le-chat-noir --save "α=α.$ending" >/dev/null
    attnviz heatmap "α.$ending" -o "$ending.png"
    attnviz heatmap --read "$ending.png" | tail -n 1
done
attnviz explain block --save Q,W=many.json >/dev/null
attnviz heatmap many.json
attnviz heatmap many.json --array W_1
attnviz explain multi-head --save d_k=d_k.json >/dev/null
attnviz heatmap d_k.json
# and what it prints
attnviz explain block --format json >block.json
attnviz heatmap block.json 2>&1 | cut -c 1-60
attnviz heatmap block.json --array W_2
attnviz explain block.json
echo '{"steps": [1, 2], "A": [[1, 0]]}' >steps.json
attnviz heatmap steps.json
echo '{"model": {"layers": {"A": [[1, 0]]}}}' >deep.json
attnviz heatmap deep.json
echo '{"steps": [], "given": {"A": [[1, 0]]}}' >draft.json
attnviz heatmap draft.json
# and the numbers that a picture carries
attnviz heatmap masked -o masked.png >/dev/null && attnviz heatmap --read masked.png >maps.json
attnviz heatmap maps.json
attnviz heatmap maps.json --array A -o again.png
attnviz heatmap --read again.png | tail -n 1
attnviz check masked maps.json
