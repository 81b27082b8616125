# what is odd about the numbers is said, and drawn all the same
printf '0.5,0.5\n0.9,0.3\n' >off.csv
attnviz heatmap off.csv
printf '0.5,0.9\n0.5,0.1\n' >turned.csv
attnviz heatmap turned.csv
attnviz heatmap turned.csv --transpose -o right.png && attnviz heatmap --read right.png
printf '0.5,0.5\n0.9,0.1\n' >right.csv
attnviz heatmap right.csv --transpose
attnviz heatmap right.csv --axes key,query
echo '[[1.5,-2],[0.5,NaN]]' >scores.json
attnviz heatmap scores.json && attnviz heatmap --read scores.png | tail -n 1
echo '[[0.25,0.75],[-Infinity,1]]' >masked.json
attnviz heatmap masked.json
printf 'version https://git-lfs.github.com/spec/v1\noid sha256:0\n' >lfs.npy
attnviz heatmap lfs.npy
printf '\200\004\225' >model.pkl
attnviz heatmap model.pkl
