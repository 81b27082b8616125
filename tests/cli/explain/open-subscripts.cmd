# a number behind a subscript without braces is a subscript; no list holds a number
for words in '--only Z_1,2' '--only Z --arithmetic Z_1,2' '--arithmetic A,e_B,1,2,Z' '--save Z_1,2=z.csv' \
    '--set X_1,2=3' '--set X_{1,2}=3'; do
    attnviz explain masked $words | tail -n 3
done 2>&1
attnviz explain masked --only Z --arithmetic 'f(A, Z) + Z_1, 2' 2>&1
# these are lists, and a number in them is one
for list in 'Z_{1,2},Z_1+2' 'Z_{1,2},2' 'g,2' 'Z_1+2,2'; do
    attnviz explain masked --only Z --arithmetic "$list" | grep -A 1 ' = ' | tail -3
done
attnviz explain masked --save Z,A_1=z.npz >/dev/null
ls
cat z.csv
