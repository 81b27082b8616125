# the same ways to tell as for a lesson
echo '{"Q":[[1,0],[0,1]],"K":[[1,0],[0,1],[1,1]],"V":[[1],[2],[3]]}' >all.json
echo '{"source":["le","chat","noir"],"target":["the","cat"]}' >t.json
attnviz attend all.json --tokens t.json --only A --arithmetic 'A_{1,2}' --precision 2
attnviz attend all.json --set 'Q_{1,2} = 5' --only A | head -n 4
attnviz attend all.json --without scale --only A
attnviz attend all.json --scale 2 --only S | head -n 1
attnviz attend all.json --scale none --only S | head -n 1
attnviz attend all.json --tokens t.json --format json --only Z --color never | tail -c 300
attnviz attend all.json --tokens t.json --format markdown --output page.md
attnviz attend all.json --tokens t.json --picture a.png --save A=a.csv --only d_k --at j=1
attnviz attend all.json --tokens t.json --picture a.png --save A=a.csv --only d_k --threads 1 --kernels base
cat a.csv
attnviz attend all.json --step -o x
