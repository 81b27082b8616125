# what stands inside a call is a quotation, and a call inside of it another
cat >zoom.json <<'END'
{ "attnviz": 1, "title": "Zoom", "define": { "half(x)": "x / 2", "both(x)": ["y = half(x)", "y + x, y"] },
  "steps": [ { "compute": "a, b = both(6)", "zoom": true, "check": ["a == 9", "b == 4"] } ] }
END
attnviz explain zoom.json --zoom both,half --format markdown
