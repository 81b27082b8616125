# what is saved, by both names and in formulas, and the arithmetic of both
attnviz explain learning --save 'L,after(L),after(L) - L=l.json' --save 'V_1,after(V_1)=v.json' -o /dev/null
cat l.json v.json
attnviz explain learning --only after\(L\) \
    --arithmetic 'A_{1,2},after(A_{1,2}),after(W_{Q,1,1}),W_{Q,1,1},after(X_{1,1}),max(after(A_1))'
