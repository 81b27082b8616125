# slow under sanitizers
for end in svg pdf; do
    attnviz heatmap masked -o a.$end; sleep 1.1; TZ=Asia/Tokyo attnviz heatmap masked -o b.$end; cmp a.$end b.$end && echo same
done
LC_ALL=C grep -a -c CreationDate a.pdf; LC_ALL=C grep -a -o '/Title (.*)' a.pdf
