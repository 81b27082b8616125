attnviz heatmap 'The cat sat on the mat.' "Don't stop" && attnviz heatmap --read The-cat-sat-on-the.png | head -c 60; echo; ls
