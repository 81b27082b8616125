# files of numbers, and JSON of another kind
attnviz explain masked --save A=A.npy --save A,Z=AZ.json >/dev/null
echo '{"A": [[0.5, NaN], [0, 1]]}' >dump.json
echo '{"config": {"heads": 4}}' >config.json
echo '{"atnviz": 1, "title": "T", "steps": []}' >slip.json
echo '[[0.5, -Infinity], [0, 1]]' >list.json
echo '["a"]' >words.json
echo '[ "attnviz": 1 ]' >bracket.json
for file in A.npy AZ.json dump.json list.json words.json bracket.json config.json slip.json; do
    attnviz explain $file
    echo $?
done 2>&1
attnviz evaluate A.npy 2>&1; attnviz train dump.json 2>&1; attnviz worksheet A.npy 2>&1; attnviz heatmap config.json 2>&1
echo 'The cat' | attnviz heatmap - --lesson A.npy -o a.png 2>&1
# a lesson that was cut off is not a file of numbers
printf '{"attnviz' >cut.json; attnviz explain cut.json 2>&1
