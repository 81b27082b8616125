# moved, found by ∂, given, counted, compared; an opened call and what it gives
cat >moved.json <<'END'
{
  "attnviz": 1,
  "title": "Moved",
  "summary": "Numbers that no arithmetic made.",
  "given": {"X": [[1, 2], [3.25, 0.1459]]},
  "define": {"f(x)": ["y = x ⊙ x", "2 y, y"]},
  "steps": [
    {
      "compute": ["t = X'", "n = norm(X)", "D = grad(n, X)", "w, v = f(X)", "k = width(X)", "m = X >= 3"],
      "zoom": ["f"],
      "check": ["k == 2", "t_{2,1} == X_{1,2}"]
    }
  ]
}
END
attnviz explain moved.json --arithmetic 't_{2,1},D_{1,1},X_{2,1},k,m_{2,1},n'
