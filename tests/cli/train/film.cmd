# a strip has the names of its moments; what --watch names alone is shown
attnviz train learning --film strip.svg --every 100 --watch P
grep -o '<title>[^<]*</title>' strip.svg
attnviz train learning --strip --film strip.png | tail -1
attnviz heatmap --read strip.png | grep -o '"title":"[^"]*"'
