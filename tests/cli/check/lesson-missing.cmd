# answers where the lesson should stand
attnviz explain masked --save A=A.npy --save A=A.npz --save A=A.safetensors --save A=A.csv --save A=A.tsv >/dev/null
echo '{"A": [[0.5, -Infinity], [0, 1]]}' >answers.json
echo '[[1, 0], [0, 1]]' >bare.json
echo '{"d_k": 4}' >number.json
echo '{"note": "x", "of": {"y": ["the", "cat"]}}' >words.json
echo '{}' >empty.json
echo '[]' >none.json
for file in A.npy A.npz A.safetensors A.csv A.tsv answers.json bare.json number.json words.json empty.json none.json A=A.npy A=bare.json; do
    attnviz check $file
    echo $?
    attnviz check $file A=A.npy
done 2>&1
# a lesson with a slip, and one that is not there, are lessons
echo '{"title": "T" "attnviz": 1}' >lesson.json
echo '{"title": "T", "seed": 1 "attnviz": 1}' >seed.json
echo '{"title": ["T"] "attnviz": 1}' >list.json
echo '{"title": {"a": "b}"}, "attnviz": 1}' >object.json
for file in lesson.json seed.json list.json object.json absent.json; do attnviz check $file A=A.npy; done 2>&1
