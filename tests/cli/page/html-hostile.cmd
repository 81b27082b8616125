# whatever stands in a lesson's words is text, and nothing in a page can run or load
cat >words.json <<'END'
{ "attnviz": 1, "title": "<script>alert(1)</script> \"&\" ' \u001b[2J", "summary": "</p><img src=x onerror=y>",
  "sequences": { "words": ["\"", "<b>", "'", "&amp;"] }, "indices": { "i": "words" },
  "given": { "x_i": [1, 2, -3, 4] },
  "steps": [ { "say": "<a href='javascript:x'>\n</section> `<i>`", "compute": "A = softmax(x)", "heatmap": "A" },
             { "compute": ["y_i = words_i", "z = x / 2"], "heatmap": ["z"], "check": ["sum(A) > 2"] } ] }
END
it=$(command -v attnviz); PATH=/nowhere $it explain words.json -o words.htm; sed -e "s/sha256-[^']*/sha256-…/g" -e '/^<style>/,/^<\/style>/d' -e '/^<script.*<\/script>$/d' -e '/^<script/,/<\/script>$/d' words.htm
