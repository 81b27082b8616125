# where colours end
for end in 0.5 auto 1e3 0 -1 nan inf 0.5x .5 '' 0.0000001; do
    attnviz heatmap self-attention --vmax="$end" -o a.png
done
