attnviz explain --only o --at t=1 --save α=a.csv --save 'E_F,e_{1,2},softmax(e_1)=b.json' --save h=h.tsv
cat a.csv b.json h.tsv
