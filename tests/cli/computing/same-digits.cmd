# whatever instructions and threads compute: the same text, JSON and picture, of small work and large
# slow under sanitizers
cat >large.json <<'LESSON'
{"attnviz": 1, "title": "Large",
 "given": {"X": {"random": [200, 130]}, "W": {"random": [130, 140], "scale": 0.1}, "v": {"random": [140]}},
 "steps": [{"say": "Products.", "compute": ["Q = X W", "e = Q Qᵀ", "A = softmax(e)", "Z = A Q", "u = Z v"],
            "show": [], "heatmap": "A"}]}
LESSON
all() {
    attnviz explain ./large.json --only u --precision 9 "$@" &&
        attnviz explain ./large.json --only Z,u --format json "$@" &&
        attnviz explain scaling --format json "$@" &&
        attnviz explain self-attention --precision 9 "$@" &&
        attnviz heatmap ./large.json --show A -o large.png "$@" &&
        attnviz heatmap self-attention -o small.png "$@" && cat large.png small.png
}
all >expected || exit
compared=0
for set in base avx2 avx512 neon; do
    attnviz heatmap --kernels $set -o probe.png >probe 2>&1 || continue
    for threads in 1 3; do
        all --kernels $set --threads $threads >came || exit
        cmp expected came || exit
        compared=$((compared + 1))
    done
done
[ $compared -ge 2 ] && echo 'the same'
