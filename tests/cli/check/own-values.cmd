# what explain saves of a lesson is right for the same lesson
for ending in json npz safetensors npy csv tsv; do
    attnviz explain le-chat-noir --save "α=α.$ending" >/dev/null
    echo "$ending: $(attnviz check le-chat-noir α.$ending)"
done
# matrices of two shapes
attnviz explain block --save W=W.npz >/dev/null && attnviz check block W.npz
# one right digit is enough where there are no more
echo '{"rate": 0.1}' | attnviz check block -
echo '{"student": "Mia", "answers": {"y": ["the", "black", "cat"], "α_1": [0.7605, 0.1257, 0.1138]}}' |
    attnviz check le-chat-noir -
