try() {
    echo "$1" >y.json
    attnviz check le-chat-noir y.json
    echo "$?" >&2
}
try '{"α_1": [0.76, 0.13, 0.11], "e_1": ["9.1", "0.3", "0.2"]}'
try '{"e_1": "2,1 0,3 0,2"}'
try '{"α_1": [0.76, 0.13, 0.11], "e_1": null}'
try '{"e_1": ["x", 0.3, 0.2]}'
try '{"e_1": [2.1, "x", 0.2]}'
try '{"y": ["the", "blakc", "cat"]}'
try '{"zzz": ["9.1"], "y_1": "the"}'
try '{"student": "Mia"}'
