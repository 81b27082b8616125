# in a loop the arithmetic of a number stands in the turn that computes it; e_{4,1} is in no turn
lesson() { printf '{ "attnviz": 1, "title": "Turns", "sequences": {"w": ["a", "b"], "out": ["x", "y", "z"]},\n  "indices": {"i": "w", "t": "out"},\n  "given": {"h_i": [[1, 2], [3, 4]], "s_t": [[1, 0], [0, 1], [0.5, 0.5]]},\n  "steps": [ { "for": "t", "steps": [ { "compute": ["e_{t,i} = s_t · h_i"], "arithmetic": %s } ] } ] }\n' "$1" >l.json; attnviz explain l.json --color never; }
lesson '["e_{2,1}", "e_{1,1}", "e_{t,2}"]'
lesson '["e_{4,1}"]'
