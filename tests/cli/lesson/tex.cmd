for formula in '\\\\sqrt{x}' '\\\\frac{x}{2}' '\\\\alpha' 'x[t-1]' 'x**2'; do
    printf '{ "attnviz": 1, "title": "T", "given": { "x": 4 },\n  "steps": [ { "compute": "y = %b" } ] }\n' "$formula" >tex.json
    attnviz explain tex.json
done
