# a strip has the names of its moments; what --watch names alone is shown
attnviz train learning --film strip.svg --every 100 --watch P
grep -o '<title>[^<]*</title>' strip.svg
# several names
attnviz train learning --strip --film several.png --every 100 --watch 'P,softmax(Q Kᵀ)' --watch Z | tail -1
attnviz heatmap --read several.png | grep -o '"title":"[^"]*"'
attnviz train learning --film film.png --every 100 --watch A,Z | tail -1
attnviz train learning --strip --film strip.png | tail -1
attnviz heatmap --read strip.png | grep -o '"title":"[^"]*"'
