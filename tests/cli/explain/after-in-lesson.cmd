# a lesson has no function of this name, does not use it, and has no need to; a value may be called so
lesson() { printf '{ "attnviz": 1, "title": "T", "learned": { "w": 2 }, %s }\n' "$1" >l.json; attnviz explain l.json; }
lesson '"define": { "after(r)": "w - r" }, "steps": [ { "compute": "L = after(1)^2" } ]'
lesson '"steps": [ { "compute": "L = w^2" }, { "train": { "loss": "L", "steps": 1, "rate": 0.25 } },
        { "compute": "d = L - after(L)" } ]'
lesson '"given": { "after": 3 }, "steps": [ { "compute": ["L = w^2", "y = after · w"] },
        { "train": { "loss": "L", "steps": 1, "rate": 0.25 } }, { "show": ["y", "2 y", "after"], "check": "y == 3" } ]'
