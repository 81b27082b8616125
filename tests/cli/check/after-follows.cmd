# each answer is judged by what it follows from, on its own side of the training
cat >l.json <<'.'
{ "attnviz": 1, "title": "A small lesson that trains", "given": { "x": [1, 2] }, "learned": { "w": [0.5, -0.25] },
  "steps": [ { "compute": ["k = 2 x", "y = 2 w", "z = y ⊙ k", "L = (sum(z) - 1)^2"] },
             { "train": { "loss": "L", "steps": 3, "rate": 0.01, "curve": "ℓ" } },
             { "compute": ["B = 3 y", "c = sum(B) + ℓ_1"] } ] }
.
judge() { echo "$1" >a.json; attnviz check l.json a.json; echo "status $?"; }
judge '{"y": [1, -0.5], "z": [2, -2], "L": 1, "after(w)": [0.5608, -0.1284], "after(y)": [1.1216, -0.2568],
        "after(z)": [2.2432, -1.0272], "after(L)": 0.04666, "B": [3.3648, -0.7704], "c": 3.5944}'
judge '{"y": [1.5, -0.5], "z": [3, -2], "L": 0, "after(z)": [2.2432, -1.0272], "B": [3.3648, -0.7704]}'
judge '{"y": [1, -0.5], "after(w)": [0.5, -0.3], "after(y)": [1, -0.6], "after(z)": [2, -2.4], "B": [3, -1.8], "c": 2.2}'
judge '{"z": [2, -2], "after(z)": [1.1216, -0.2568], "after(L)": 0.01828}'
