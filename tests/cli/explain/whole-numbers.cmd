# whole numbers with all of their digits, at any precision; those that float32 rounds; larger ones
cat >counts.json <<'END'
{
  "attnviz": 1,
  "title": "Counts",
  "given": { "n": 12345678, "m": 16777217, "d": 4096, "x": [0.5, 12345678] },
  "steps": [
    {
      "say": "{=n}, {=n:0}, {=n n:2}.",
      "compute": ["s = n + 1", "w = d d 512", "h = exp(30)", "A = [s, 40000000000]"],
      "show": ["n", "m", "x", "s", "w", "h", "A"],
      "arithmetic": ["s", "w"]
    }
  ]
}
END
for precision in 0 4 9; do attnviz explain ./counts.json --precision $precision | tail -n +4; done
attnviz explain ./counts.json --format json | grep -o '"[nmxswhA]".*'
