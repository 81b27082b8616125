# learned numbers that come from a file: there is one value, before and after; a family, a loop, an index chosen by what is learned
cat >l.json <<'.'
{ "attnviz": 1, "title": "T",
  "sequences": { "words": ["a", "b"], "heads": 2 }, "indices": { "i": "words", "j": "heads" },
  "given": { "h_0": 1, "M": [[1, 2], [3, 4]] }, "learned": { "w_j": [1, 3], "v": [1, 0.9] },
  "define": { "choose(i)": "M_i" },
  "steps": [ { "for": "i", "steps": [ { "compute": "h_i = h_{i-1} + w_i" } ] },
             { "compute": ["p = choose(argmax(v))", "q = 2 M", "L = (h_2 - 1)^2 + (sum(v) - 4)^2 + 3 v_1"] },
             { "train": { "loss": "L", "steps": 1, "rate": 0.1 } },
             { "show": ["h", "w", "v", "p", "q"], "check": "h_2 == h_0 + w_1 + w_2" } ] }
.
values() {
    attnviz explain l.json --format json | grep -o '"[^"]*":{"formula"' | sed 's/":.*//; s/"//' | paste -sd' '
    attnviz explain l.json --save 'h,after(h),after(h_0),p,after(p),q,after(q),w_1,after(w_1)=v.json' -o /dev/null
    tr -d '\n' <v.json && echo
}
values
attnviz explain l.json | tail -n 14
attnviz train l.json -o l.safetensors | head -n 1
sed 's/"title"/"weights": "l.safetensors", "title"/' l.json >w.json && mv w.json l.json
values
attnviz explain l.json | tail -n 14
