# heads of queries that share heads of keys and values
echo '{"Q":[[[1,0],[0,1]],[[2,0],[0,2]],[[1,1],[0,0]],[[0,1],[3,0]]],"K":[[[1,0],[0,1]],[[0,1],[1,1]]],"V":[[[1],[3]],[[2],[4]]]}' >all.json
attnviz attend all.json --heads 4
# K_2 is shared: what if one of its numbers were another
attnviz attend all.json --heads 4 --only K,A_3 --arithmetic 'E_{3,1,2}' --set 'K_{2,1,1} = 5'
attnviz attend all.json --heads 4 --only Z --without scale
# as parts of the columns
echo '{"Q":[[1,0,2,0,1,1,0,1],[0,1,0,2,0,0,3,0]],"K":[[1,0,0,1],[0,1,1,1]],"V":[[1,2],[3,4]]}' >flat.json
attnviz attend flat.json --heads 4 --only E,d_k,O
# six heads share three
echo '{"Q":[[1,2,3,4,5,6]],"K":[[1,2,3]],"V":[[1,2,3]]}' >six.json
attnviz attend six.json --heads 6 --only E | head -n 4
attnviz attend six.json --heads 6 --format json --only K | head -n 3
# one for all
echo '{"Q":[[[1,0],[0,1]],[[2,0],[0,2]]],"K":[[[1,0],[0,1]]],"V":[[1],[3]]}' >one.json
attnviz attend one.json --heads 2 --only E,d_k,Z
attnviz attend one.json --heads 2 | grep -A 3 'multi-query'
