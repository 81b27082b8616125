# slow under sanitizers
for end in svg pdf; do
    for run in 1 2; do attnviz heatmap --format $end "$EXAMPLES/sentence.txt" "$EXAMPLES/emoji.txt" "$EXAMPLES/arabic.txt" >/dev/null; cat ./*.$end >all-$run; done
    cmp all-1 all-2 && echo same
done
