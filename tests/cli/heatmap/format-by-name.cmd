attnviz heatmap -o a.svg; attnviz heatmap -o b.PDF; head -c 13 a.svg; echo; head -c 5 b.PDF; echo; grep -m 2 -E '^<(title|desc)' a.svg
