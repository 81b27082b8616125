# a long sum goes on behind a sign of the next line; of what is given there is no sum
cat >l.json <<'.'
{ "attnviz": 1, "title": "Sum",
  "given": { "x": [1.2345, 2.3456, 3.4567, 4.5678, 5.6789, 6.789, 7.8901, 8.9012],
             "y": [0.1234, 0.2345, 0.3456, 0.4567, 0.5678, 0.6789, 0.7891, 0.8912] },
  "steps": [ { "compute": "z = xᵀ y" } ] }
.
attnviz explain l.json --arithmetic z,x_1 --format latex | sed '1,/asked for/d'
