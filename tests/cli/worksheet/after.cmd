# a lesson that trains has no worksheets; one that has them knows no values after training
attnviz worksheet learning --seed 7
attnviz explain self-attention --worksheet 7 --only 'after(a)'
echo '{"after(a)": [[1]]}' >a.json
attnviz check self-attention --worksheet 7 a.json
attnviz explain self-attention --worksheet 7 --only a --save a=a.json -o /dev/null
attnviz check self-attention --worksheet 7 a.json
