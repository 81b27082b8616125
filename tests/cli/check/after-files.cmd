# names of files, of arrays in all kinds of files, and of a single number; after(X) of what training leaves as it is
for file in m.npz m.safetensors m.json; do
    attnviz explain learning --save "A,after(A),after(W_Q),after(A_{1,2}),after(X)=$file" -o /dev/null
    attnviz check learning $file
done
attnviz explain learning --save 'after(A)=after(A).csv' --save 'after(V)=V.npy' -o /dev/null
head -n 2 'after(A).csv'
attnviz check learning 'after(A).csv' 'after(V)=V.npy'
attnviz explain learning --format json -o all.json
attnviz check learning all.json | grep -v '✓'
attnviz heatmap learning --show 'A,after(A)' -o maps.png >/dev/null
attnviz heatmap --read maps.png >maps.json
attnviz check learning maps.json
