# a JPEG, held upright by its camera: it lies in the file; and a grid of more regions than it has pixels
cp "$CASES/held-upright.jpg" p.jpg
cat >l.json <<'LESSON'
{ "attnviz": 1, "title": "Fields",
  "given": { "P": { "pixels": "p.jpg", "grid": [2, 2], "input": "picture" },
             "Q": { "pixels": "p.jpg", "grid": [48, 1] } },
  "steps": [{ "compute": ["C = floor(P + 0.5)", "m = mean(Qᵀ)", "n = height(Q)"], "show": ["C", "n"],
    "check": "norm(m - mean(Pᵀ)) < 0.01" }] }
LESSON
attnviz explain l.json --only C,n
head -c 500 p.jpg >half.jpg
attnviz explain l.json --input picture=half.jpg
attnviz heatmap soft-attention --input picture=p.jpg -o map.png
