attnviz heatmap --theme black; attnviz heatmap --colors jet; attnviz heatmap --numbers maybe; attnviz heatmap --format gif
for cell in 0 257 x -3 1.5; do attnviz heatmap --cell $cell; done
for scale in 0 0.4 8.01 x 1,5 . 1. -1 nan 1e1 0x1; do attnviz heatmap --scale $scale; done; ls
