# values from a file of arrays
echo '{"R":[[[1,2],[3,4]],[[5,6],[7,8]]],"v":[1,2,3],"n":4,"e":[]}' >a.json
lesson() { printf '{ "attnviz": 1, "title": "T", "sequences": {"two": 2, "w": ["a", "b"]}, "indices": {"j": "two"},\n  "given": { %s },\n  "steps": [ { "compute": "y = %s" } ] }\n' "$1" "$2" >l.json; attnviz explain l.json --color never; }
lesson '"R_j": {"array": "a.json", "name": "R", "rows": "w"}' 'R_2 + 1'
lesson '"R": {"array": "a.json", "name": "R", "at": [2, 1]}' 'R'
lesson '"R": {"array": "a.json", "name": "n"}' '2 R'
lesson '"R": {"array": "a.json", "name": "R"}' 'R'
lesson '"R": {"array": "a.json"}' 'R'
lesson '"v": {"array": "a.json"}' 'v'
lesson '"X": {"array": "a.json"}' 'X'
echo '{"W_1":[[1,2],[3,4]],"W_2":[[5,6],[7,8]],"W":[9]}' >b.json
lesson '"W_j": {"array": "b.json"}' 'W_2 + 1'
lesson '"W_j": {"array": "b.json", "at": [2]}' 'W_1'
lesson '"R": {"array": "a.json", "name": "X"}' 'R'
lesson '"R": {"array": "a.json", "name": "R", "at": [3]}' 'R'
lesson '"R": {"array": "a.json", "name": "R", "at": [0]}' 'R'
lesson '"R": {"array": "a.json", "name": "R", "at": 1}' 'R'
lesson '"R_j": {"array": "a.json", "name": "v"}' 'R_1'
lesson '"R": {"array": "../a.json", "name": "v"}' 'R'
lesson '"R": {"array": "c.json", "name": "v"}' 'R'
lesson '"R": {"array": "a.json", "name": "v", "mask": 1}' 'R'
lesson '"R": {"array": "a.json", "name": "v", "mask": true}' 'R'
lesson '"R": {"array": "a.json", "name": "R", "at": [1], "rows": "w", "axis": 1}' 'R'
lesson '"R": {"array": "a.json", "name": "v", "cols": "w"}' 'R'
attnviz explain l.json -o a.json; attnviz explain l.json -o ./a.json
