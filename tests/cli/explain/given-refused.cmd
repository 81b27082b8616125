# what cannot take the place of what is given
try() { echo "$1" > g.json; attnviz explain self-attention --given g.json --only X; }
{
try '{"Y": [[1, 0]]}'
try '[[1, 0]]'
try '{"words": ["a"]}'
try '{"words": "a b"}'
try '{"word": ["a"]}'
try '{"words": ["a", "b"], "X": [[1, 0, 0, 0]]}'
try '{"X": [[1, 0]]}'
try '{"X": [[[1, 0, 0, 0]]]}'
try '{"X": []}'
attnviz explain self-attention --given none.json
attnviz explain self-attention --given g.json -o g.json
attnviz explain self-attention --set 'X = [[1, 0], [1]]'
attnviz explain self-attention --set 'A = [[1, 0], [1]]'
attnviz explain scores --set 'h_i = [[1, 2], [1, 2]]'
attnviz explain learning --set 'W = [[1]]'
} 2>&1
ls
