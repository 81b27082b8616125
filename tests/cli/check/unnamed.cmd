# numbers without a name go by that of their file, if it is one of the lesson
mkdir homework
echo '[[1, 0], [0, 1]]' >homework/A_bare.json
attnviz check masked homework/A_bare.json
attnviz check masked - <homework/A_bare.json
attnviz check masked Zz=homework/A_bare.json
attnviz check masked 'Q K=homework/A_bare.json'
cp homework/A_bare.json A.json; attnviz check masked A.json
# nor does the name of the file help where another one is wrong
echo '{"data": [[1]], "zz": [1]}' >homework/A_bare.json; attnviz check masked homework/A_bare.json
echo '{"data": [[1]], "zz": [1]}' >A.json; attnviz check masked A.json
