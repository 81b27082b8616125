# what is not a name of a value after training
for name in 'after(A)_{1,2}' 'after(A' 'after(A V)' 'after()' 'after(after(A))' 'after(F)' 'after(V_1)'; do
    attnviz explain learning --only "$name"
done
attnviz explain learning --only L --arithmetic 'after(A_1,2)'
attnviz explain learning --only L --arithmetic 'after(G_Q_1)'
attnviz explain masked --only 'after(A)'
attnviz explain masked --save 'after(A)=a.csv'
attnviz train learning --watch 'after(A)' --film film.png -o learned.safetensors
ls -A
