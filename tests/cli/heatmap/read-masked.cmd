printf '{ "attnviz": 1, "title": "One is masked", "given": { "S": [[1, 2], [3, -4.5]], "M": [[1, 0], [1, 1]] },\n "steps": [ { "compute": "T = mask(S, M)", "heatmap": "T" } ] }\n' >m.json
attnviz heatmap m.json && attnviz heatmap --read m.png
