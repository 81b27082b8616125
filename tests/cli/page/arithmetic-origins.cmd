# a number that was moved, found by ∂ or given has no arithmetic: where it came from is told
cat >l.json <<'.'
{ "attnviz": 1, "title": "Moved", "given": { "X": [[1, 2], [3.25, 4]] },
  "steps": [ { "compute": ["t = Xᵀ", "n = norm(X)", "D = grad(n, X)", "E = Dᵀ"] } ] }
.
for format in markdown latex; do
    attnviz explain l.json --format $format --arithmetic 't_{1,2},X_{2,1},D_{1,1},E_{1,2}' |
        sed -n '/asked/,$p'
done
